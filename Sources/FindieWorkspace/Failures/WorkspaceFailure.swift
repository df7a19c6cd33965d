/// Why a file of a workspace, or a selection of its stages, cannot be used.
package enum WorkspaceFailure: KnownFailure, CustomStringConvertible {
  /// `workspace.json`.
  case unreadableIdentity(path: String, why: String)
  /// The requests to forget players.
  case unreadableRequests(path: String, why: String, isDamaged: Bool = true)
  /// Two copies of the requests were written with different keys.
  case requestsOfOtherKey(path: String, other: String)
  /// A run's record that this version cannot read.
  case unreadableRecord(path: String, why: String)
  /// A line of `SHA256SUMS`.
  case unreadableChecksums
  /// An artifact in a format of a later program. Without this error an older program would silently
  /// rebuild the whole workspace.
  case newerArtifact(path: String, found: Int, known: Int, program: String)
  /// An operation needs the key, and the environment does not have it.
  ///
  /// - Parameter mayBeNew: whether the workspace has no key yet.
  case missingKey(KeyFault, purpose: String, mayBeNew: Bool)
  case unknownStage(String, among: [String])
  case nothingSelected
  case forcedButNotSelected(String)
  /// A selected stage needs inputs that are out of date and not selected.
  case staleInput(stage: String, inputs: [(stage: String, why: String)])

  /// What is wrong with the environment's key.
  package enum KeyFault: Sendable, CustomStringConvertible {
    case notSet
    case tooShort(minimumBytes: Int)
    case different

    package var description: String {
      switch self {
      case .notSet: "FINDIE_KEY is not set"
      case .tooShort(let minimum): "FINDIE_KEY has fewer than \(minimum) bytes"
      case .different: "FINDIE_KEY is not the key with which forgotten.json was written"
      }
    }
  }

  package var failureKind: FailureKind {
    if case .missingKey = self { .badParameters } else { .failed }
  }

  package var description: String {
    switch self {
    case .unreadableIdentity(let path, let why):
      return "Cannot read \(path), which identifies the workspace: \(why). Remove the file: the "
        + "next run writes it again from the parts of the workspace."
    case .unreadableRequests(let path, let why, _):
      return "Cannot read \(path), the list of forgotten players: \(why) Restore it from a backup, "
        + "or send the requests again with `findie forget --from FILE`. Without it, forgotten players "
        + "would reappear."
    case .requestsOfOtherKey(let path, let other):
      return "\(path) and \(other) have requests to forget players that were written with "
        + "different FINDIE_KEYs. Nothing was changed. Move away the one that does not belong to this "
        + "workspace; if both do, move one away and send its requests again with `findie forget "
        + "--from FILE`."
    case .unreadableRecord(let path, let why): return "The record \(path) cannot be read: \(why)."
    case .unreadableChecksums: return "A line is not a checksum."
    case .newerArtifact(let path, let found, let known, let program):
      let builder = program.isEmpty ? "a later version of findie" : program
      return "\(path) has format \(found), but this version of findie reads formats up to \(known)."
        + " It was written by \(builder). Install that version, or delete the file to rebuild it."
    case .missingKey(let fault, let purpose, let mayBeNew):
      let remedy =
        mayBeNew
        ? "To create one: export FINDIE_KEY=$(openssl rand -hex 32)."
        : "It is the key that was set when the first player was forgotten; a new one does not work."
      return "\(fault). \(purpose) needs it. Set it in the environment to this workspace's "
        + "secret and run the command again. \(remedy)"
    case .unknownStage(let name, let names):
      let suggestion = NearestName.suggestion(for: name, among: names)
      return (name.isEmpty ? "A stage name is empty" : "There is no stage '\(name)'")
        + (suggestion.isEmpty ? ". The stages are \(names.joined(separator: ", "))." : suggestion)
    case .nothingSelected:
      return "No stage matches --only, --from, --until and --exclude together."
    case .forcedButNotSelected(let name):
      return "Stage \(name) is named in --force, but --only, --from, --until or --exclude leave it "
        + "out. Select it, or remove it from --force."
    case .staleInput(let stage, let inputs):
      let stale = inputs.map { "\($0.stage) (\($0.why))" }.joined(separator: ", ")
      let names = inputs.map { "+\($0.stage)" }.joined(separator: ",")
      return "Stage \(stage) cannot run: it reads stages that are out of date and not selected: "
        + "\(stale). Select \(names) too, or run without a selection."
    }
  }
}
