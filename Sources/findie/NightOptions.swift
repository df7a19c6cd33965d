import ArgumentParser
import FindieBatch
import FindieDomain
import FindiePipelines
import Foundation

/// What a night reads and makes: for running it, and for asking what it would do.
struct NightOptions: ParsableArguments {
  @OptionGroup var input: InputOption
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var reports: ReportsOption
  @OptionGroup var intake: IntakeOptions

  func night(date: Day?) throws -> Night {
    var night = Night(
      input: input.url, workspace: workspace.url, reports: reports.url,
      date: date, parameters: try intake.parameters.load(),
      contract: try intake.contract.load(), workers: intake.threads.workers,
      now: try intake.now.instant())
    night.readClockAt = Clock.elapsedSeconds
    night.stream = input.stream
    night.rehash = intake.rehash
    night.key = Secrets.key
    return night
  }

  func validate() throws {
    let place = reports.url.standardizedFileURL.path
    let home = workspace.url.standardizedFileURL.path
    let isTaken = Night.folders.contains { "\(place)/".hasPrefix("\(home)/\($0)/") }
    if place == home || isTaken {
      throw ValidationError(
        "--reports must be a folder of its own: the workspace keeps other things in \(place).")
    }
  }

  /// For commands that look at the input more than once.
  func refuseStream() throws {
    if input.input == "-" {
      throw ValidationError("--input must be a folder: standard input can be read once.")
    }
  }
}

/// What must be so before a run starts.
struct StartOptions: ParsableArguments {
  @Option(
    defaultAsFlag: 60,
    help: ArgumentHelp(
      "Wait so many minutes for a workspace that another run holds, an hour where none are named, "
        + "instead of leaving with 69.", valueName: "minutes"))
  var wait: Double? = nil
  @Flag(help: "Start even where the disk seems too full for the night.")
  var noSpaceCheck = false
  @Option(
    help: ArgumentHelp(
      "The memory to stay in as far as there is a choice, such as 800MB or 4GB: of making stages side by "
        + "side, and of having EASE. Default: what the system, its control groups and ulimit -v leave.",
      valueName: "size"))
  var memory: MemorySize?

  func validate() throws {
    if let wait, !(0...100_000).contains(wait) {
      throw ValidationError("--wait must be from 0 to 100000 minutes.")
    }
  }

  func apply(to night: inout Night) {
    night.patienceInSeconds = (wait ?? 0) * 60
    night.needsRoom = !noSpaceCheck
    night.memory = MemoryBudget(limitInBytes: memory?.bytes)
  }
}

/// A number of bytes as people write it: 800MB, 4GB, in thousands as findie writes them.
struct MemorySize: ExpressibleByArgument {
  let bytes: Int

  init?(argument: String) {
    let units = ["GB": 1_000_000_000, "MB": 1_000_000]
    guard let unit = units.first(where: { argument.hasSuffix($0.key) }),
      let number = Double(argument.dropLast(2)), number > 0, number < 1_000_000
    else { return nil }
    bytes = Int(number * Double(unit.value))
  }
}

/// Of which day a night is and by which rule it publishes.
struct NightChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The night's as-of day, YYYY-MM-DD; only events before it are seen. Default: the day after "
        + "the newest accepted event.", valueName: "day"))
  var date: Day?
  @Option(
    help: ArgumentHelp(
      "checked: lists that the gate stops are not published, and worse models do not serve; "
        + "anyway: they are, and the record says so.", valueName: "rule"))
  var publish = PublishingRule.checked
  @OptionGroup(title: "Stages") var selection: SelectionOptions
}

/// Which stages, by their names; +NAME is also what it is made from, NAME+ also what is made from it.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only these stages, such as matrix, +matrix (with what it is made from), matrix+ (with what "
        + "is made from it); several with commas or by repeating it. The others are taken as they are, "
        + "where that is right, and refused where it is not.", valueName: "stages"))
  var only: [String] = []
  @Option(help: ArgumentHelp("These stages and what is made from them.", valueName: "stages"))
  var from: [String] = []
  @Option(help: ArgumentHelp("These stages and what they are made from.", valueName: "stages"))
  var until: [String] = []
  @Option(help: ArgumentHelp("Not these stages.", valueName: "stages"))
  var exclude: [String] = []
  @Option(
    help: ArgumentHelp("Make these stages again, whatever is the same.", valueName: "stages"))
  var force: [String] = []

  func validate() throws { _ = try selection() }

  /// - Throws: a usage error where a name is unknown.
  func selection() throws -> StageSelection {
    let selection = StageSelection(
      only: only, from: from, until: until, exclude: exclude, force: force)
    do {
      try Nightly.check(selection)
    } catch {
      throw ValidationError("\(error)")
    }
    return selection
  }
}
