import FindieCommands

Findie.runProgram()
