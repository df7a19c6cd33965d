import ArgumentParser
import FindieNight
import Foundation

/// The results of tasks on other machines.
struct TaskResultsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take the results of tasks on other machines from this folder instead of reading events: "
        + "see `findie shard --help`.", valueName: "folder"))
  var tasks: String?

  func validate() throws {
    if let tasks { try refuseEmptyPath(tasks, "--tasks") }
  }

  func apply(to night: inout Night) {
    night.options.tasks = tasks.map { TaskFolder(URL(filePath: $0)) }
  }
}
