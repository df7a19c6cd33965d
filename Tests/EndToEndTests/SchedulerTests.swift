import FindieTestSupport
import Foundation
import Testing

/// The examples for schedulers, the shell completions and the manual pages.
struct SchedulerTests {
  private static let folder = Binary.root.appending(path: "Pipelines/schedulers")

  private static func isThere(_ program: String) -> Bool {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  private func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    return (process.terminationStatus, said)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  @Test(
    .enabled(if: Binary.hasPython, "there is no python3 to compile with"),
    arguments: ["airflow_dag.py", "dagster_job.py"])
  func `the Python examples compile`(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(try text(name), to: name)
    let (status, said) = try run(["python3", "-m", "py_compile", name], in: folder.url)
    #expect(status == 0, "\(said)")
  }

  /// Runs Python code next to an example, a stand-in for findie that exits with the status in the
  /// file `status`, and stand-ins for the scheduler's modules.
  private func check(_ name: String, with code: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(try text(name), to: name)
    try folder.write(
      """
      #!/bin/sh
      echo '{"stages": [], "publishedDay": "2026-03-01"}'
      exit $(cat status)
      """, to: "findie")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "findie").path)
    try folder.write("a", to: "export/interactions.ndjson")
    try folder.write(
      """
      import datetime, os, sys, types
      os.environ["FINDIE_FOLDER"] = os.getcwd()
      os.environ["PATH"] = os.getcwd() + ":" + os.environ["PATH"]

      def module(name, **members):
          sys.modules[name] = types.ModuleType(name)
          vars(sys.modules[name]).update(members)

      def error(name, base=Exception):
          return type(name, (base,), {"__init__": lambda self, *_, **values: None})

      def with_status(status, body, *arguments):
          with open("status", "w") as file:
              file.write(str(status))
          try:
              return body(*arguments)
          except Exception as error:
              return type(error).__name__

      \(code)
      """, to: "check.py")
    let (status, said) = try run(["python3", "check.py"], in: folder.url)
    #expect(status == 0, "\(said)")
  }

  @Test(.enabled(if: Binary.hasPython, "there is no python3"))
  func `Dagster starts no second run while one is active or keeps failing`() throws {
    try check(
      "dagster_job.py",
      with: """
        def decorator(*_, **values):
            return lambda function: function

        class Request:
            def __init__(self, run_key=None, tags=None):
                self.run_key = run_key

        class Skip(str):
            pass

        class Instance:
            active = 0
            def get_runs_count(self, filters):
                return self.active

        make = types.SimpleNamespace
        statuses = make(QUEUED=1, NOT_STARTED=2, STARTING=3, STARTED=4)
        module("dagster", asset=decorator, sensor=decorator, AssetExecutionContext=object,
               MaterializeResult=dict, RetryRequested=error("RetryRequested"),
               Failure=error("Failure"), SkipReason=Skip, RunRequest=Request, RunsFilter=make,
               DagsterRunStatus=statuses, Definitions=make, ScheduleDefinition=make,
               define_asset_job=lambda *_, **values: None)
        import dagster_job
        context = make(instance=Instance())
        sensor = lambda status: with_status(status, dagster_job.new_data, context)
        first = sensor(2)
        assert first.run_key and sensor(2).run_key == first.run_key
        assert isinstance(sensor(0), Skip) and isinstance(sensor(66), Skip)
        assert sensor(70) == "Failure"
        context.instance.active = 1
        assert isinstance(sensor(2), Skip)
        context.instance.active = 0
        with open("export/interactions.ndjson", "a") as file:
            file.write("b")
        assert sensor(2).run_key != first.run_key
        for status, outcome in [(66, "RetryRequested"), (69, "RetryRequested"),
                                (75, "RetryRequested"), (65, "Failure"), (1, "Failure")]:
            assert with_status(status, dagster_job.night, context) == outcome, status
        """)
  }

  @Test(.enabled(if: Binary.hasPython, "there is no python3"))
  func `Airflow retries until the deadline if the export has not arrived`() throws {
    try check(
      "airflow_dag.py",
      with: """
        tasks, options = {}, {}

        def task(function):
            tasks[function.__name__] = function
            return lambda *_: None

        def dag(**values):
            options.update(values["default_args"])
            return lambda function: function

        failure = error("AirflowException")
        module("airflow")
        module("airflow.sdk", dag=dag, task=task)
        module("airflow.exceptions", AirflowException=failure,
               AirflowFailException=error("AirflowFailException", failure),
               AirflowSkipException=error("AirflowSkipException", failure))
        import airflow_dag
        assert options["retries"] * options["retry_delay"] == datetime.timedelta(hours=3)
        for status in [66, 69, 75]:
            assert with_status(status, tasks["plan"]) == "AirflowException", status
            assert with_status(status, tasks["night"], []) == "AirflowException", status
        for status in [1, 65, 70, 73, 78]:
            assert with_status(status, tasks["plan"]) == "AirflowFailException", status
            assert with_status(status, tasks["night"], []) == "AirflowFailException", status
        assert with_status(0, tasks["plan"]) == "AirflowSkipException"
        assert with_status(2, tasks["plan"]) == []
        """)
  }

  @Test func `systemd retries for three hours if the export has not arrived`() throws {
    let unit = try text("findie.service")
    let refused = try #require(unit.firstMatch(of: /RestartPreventExitStatus=(.+)/)?.1)
    #expect(refused.split(separator: " ") == ["1", "64", "65", "70", "73", "78"])
    // 36 pauses of five minutes, after the first start.
    #expect(unit.contains("RestartSec=5min") && unit.contains("StartLimitBurst=37"))
  }

  @Test(.enabled(if: isThere("systemd-analyze"), "there is no systemd to ask"))
  func `systemd accepts the units`() throws {
    let folder = try TemporaryFolder()
    // The program as it would be installed, without manual pages.
    let service = try text("findie.service")
      .replacing("ExecStart=findie", with: "ExecStart=\(Binary.url.path)")
      .replacing("Documentation=man:findie(1)\n", with: "")
    try folder.write(service, to: "findie.service")
    try folder.write(try text("findie.timer"), to: "findie.timer")
    let (status, said) = try run(
      ["systemd-analyze", "verify", "./findie.service", "./findie.timer"], in: folder.url)
    let own = said.split(separator: "\n").filter { $0.contains("findie") }
    #expect(status == 0 || own.isEmpty, "\(said)")
    #expect(own == [], "\(said)")
  }

  /// The program accepts a command line of an example.
  @Test func `findie accepts the examples' commands`() throws {
    let sandbox = try Sandbox.withSmallWorld()
    var commands: [String] = []
    for name in ["findie.service", "findie.cron"] {
      commands += try text(name).matches(of: /(?:ExecStart=|&& |then )(findie [^>\n]+)/)
        .map { String($0.1) }
    }
    #expect(commands.count == 6)
    let there = ["export": "input", "warehouse": "workspace"]
    for command in commands.sorted(by: { $0.contains(" run ") && !$1.contains(" run ") }) {
      var words = command.split(separator: " ").dropFirst().map { there[String($0)] ?? String($0) }
      let usesPartners = ["sync", "notify", "alert"].contains(words[0])
      // These ask no partner: they end at the missing file of settings.
      if usesPartners { words += ["--settings", "none.yaml"] }
      let result = try sandbox.findie(words)
      #expect(
        result.status == 0 || words[0] == "status" || usesPartners, "\(command): \(result.error)")
      #expect(result.status != 64, "\(command): \(result.error)")
    }
  }

  /// The lines that run a command, without the comment signs of those that need partners.
  private func commandLines(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains("* * *") }
      .map { $0.drop { $0 == "#" }.split(separator: " ").joined(separator: " ") }
  }

  /// Cron mails whatever a line prints.
  @Test func `a line of the crontab whose secret is not set prints nothing`() throws {
    let folder = try TemporaryFolder()
    let secrets = folder.url.appending(path: "secrets").path
    func output(_ command: String) throws -> String {
      let line = try #require(
        commandLines(try text("findie.cron")).first { $0.contains("findie \(command) ") })
      let words = line.replacing("/var/lib/findie", with: folder.url.path)
        .replacing("/etc/findie/secrets", with: secrets)
      let start = try #require(words.range(of: "cd "))
      let result = try ShellTests.shell(String(words[start.lowerBound...]), in: folder.url)
      return result.out + result.error
    }
    let names = ["notify": "FINDIE_FCM_SERVICE_ACCOUNT", "alert": "FINDIE_WEBHOOK_URL"]
    for command in ["sync", "notify", "alert"] { #expect(try output(command) == "") }
    for (command, name) in names {
      try folder.write("FINDIE_STEAM_KEY=x\n# \(name)=x\n\(name)=\n", to: "secrets")
      #expect(try output(command) == "", "\(command)")
      try folder.write("export \(name)=x\n", to: "secrets")
      // There is no export and no workspace.
      #expect(try output(command) != "", "\(command)")
    }
  }

  @Test func `the crontab of the documentation is that of the example`() throws {
    let lines = commandLines(try text("findie.cron"))
    #expect(lines.count == 6)
    let documented = try String(
      contentsOf: Binary.root.appending(path: "docs/PARTNERS.md"), encoding: .utf8)
    #expect(commandLines(documented) == lines)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell accepts the completions`(shell: String) throws {
    let folder = try TemporaryFolder()
    let script = try Binary.run(["--generate-completion-script", shell], in: folder.url)
    #expect(script.status == 0)
    for word in ["status", "--metrics", "--log-level"] {
      #expect(script.out.contains(word.replacing("--", with: shell == "fish" ? "" : "--")))
    }
    guard Self.isThere(shell) else { return }
    try folder.write(script.out, to: "findie.\(shell)")
    let (status, said) = try run([shell, "-n", "findie.\(shell)"], in: folder.url)
    #expect(status == 0, "\(said)")
  }
}
