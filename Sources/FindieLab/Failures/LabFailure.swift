package import FindieWorkspace

/// Why the lab cannot generate or evaluate.
package enum LabFailure: KnownFailure, Hashable, CustomStringConvertible {
  /// All parameters of a world that are out of range, one sentence each.
  case invalidParameters([String])
  /// Too few games are released on the first day.
  case catalogueTooSmall(needed: Int, found: Int)
  /// The folder for a generated world is not empty.
  case folderNotEmpty(path: String)
  /// There are no players to evaluate models with.
  case nothingToEvaluate(String)
  /// A file of lists cannot be used.
  case unreadable(String)
  /// The names of the models to evaluate are wrong.
  case badModels(String)

  package var failureKind: FailureKind {
    switch self {
    case .invalidParameters, .catalogueTooSmall, .badModels: .badParameters
    case .folderNotEmpty: .cannotWrite
    case .nothingToEvaluate: .noInput
    case .unreadable: .badData
    }
  }

  package var description: String {
    switch self {
    case .invalidParameters(let problems):
      "The world cannot be generated: " + problems.joined(separator: "; ") + "."
    case .catalogueTooSmall(let needed, let found):
      "\(found) games are released on the first day; \(needed) are needed. Generate more games."
    case .folderNotEmpty(let path):
      "The folder \(path) is not empty. Name an empty folder or a new one."
    case .nothingToEvaluate(let text), .unreadable(let text), .badModels(let text): text
    }
  }
}
