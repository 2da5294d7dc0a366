@echo off
rem Runs Sluice from a checkout; builds the jar first when it is missing. All arguments
rem are passed on, and SLUICE_JAVA_OPTS to Java.
setlocal
set "jar=%~dp0harness-control\target\sluice.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if exist "%jar%" goto run
echo sluice: building %jar% (once; this takes a minute or two) 1>&2
call "%~dp0mvnw.cmd" --batch-mode --no-transfer-progress --quiet --file "%~dp0pom.xml" --projects harness-control/app --also-make -DskipTests package 1>&2
if errorlevel 1 exit /b 1
:run
"%java%" %SLUICE_JAVA_OPTS% -jar "%jar%" %*
exit /b %errorlevel%
