[description]
Replicates the sessions of all web applications with Holdfast.

[tags]
session

[provides]
session-cache

[depend]
sessions

[lib]
lib/holdfast/*.jar

[xml]
etc/holdfast.xml

[ini-template]
## Nodes that replicate to each other have the same cluster.
# holdfast.cluster=holdfast

## Name of this node, the end of its session ids
# holdfast.memberName=node-1

## Address and port of this node, and those of all nodes
# holdfast.bindHost=127.0.0.1
# holdfast.membershipPort=7800
# holdfast.discovery=static:127.0.0.1:7800,127.0.0.1:7801

## The keys of the cluster, without which only loopback addresses are possible. Names of files count from the base directory.
# holdfast.keyStore=etc/cluster.p12
# holdfast.keyStorePasswordFile=etc/cluster.p12.password

## Any other setting of Holdfast is written in the same way. A name that is no setting fails the start.
# holdfast.ackTimeoutMillis=250
