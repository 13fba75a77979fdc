<%@ page contentType="text/html;charset=UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<html>
<head><title>Hello</title></head>
<body>Hello, visitor ${hello.visitor}.</body>
</html>
