import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the installation: BLAS and its speed, versions, and problems to fix.",
    discussion: """
      Examples:
        findie doctor
        findie doctor --workspace /srv/findie --json
      """)

  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      let doctor = Doctor(workspace: workspace.value) { Clock.elapsedSeconds }
      try Console.print(doctor.answer, asJSON: json.json)
    }
  }
}
