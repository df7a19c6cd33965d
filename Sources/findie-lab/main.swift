import FindieCommands
import FindieLab

Lab.runProgram()
