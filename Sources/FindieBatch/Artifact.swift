/// What a stage makes.
package protocol Artifact: Sendable {
  /// What one element of it is, such as "one row per player and game".
  static var grain: String { get }

  /// Raised whenever the bytes that `write` makes, or what they mean, change.
  static var formatVersion: Int { get }

  /// Whether it is kept on disk. What is quick to make again is not.
  static var isKept: Bool { get }

  /// Whether its stages are known by `content`.
  static var isKnownByContent: Bool { get }

  /// How much of what it holds, for the manifest: the same on every run.
  var counts: [String: Int] { get }

  /// Which of the counts is of its grain; nil where none is.
  static var countOfGrain: String? { get }

  /// What it found, by name, for the manifest.
  var measures: [String: Double] { get }

  /// What it found, in a sentence for people; nil where the counts say all.
  var conclusion: String? { get }

  /// What identifies its content. A stage that reads what lies outside of the night, or whose artifact
  /// often stays the same when its inputs change, gives it: such a stage runs on every night, and what
  /// reads it is made again only where the content differs. Nil for all others.
  var content: Fingerprint? { get }

  /// The night, `YYYY-MM-DD`, where this artifact tells it.
  var night: String? { get }

  func write(to file: inout ArtifactWriter)

  /// - Throws: `ArtifactDamage` where the file does not hold what it should.
  init(from file: ArtifactReader) throws
}

extension Artifact {
  package static var isKept: Bool { true }
  package static var isKnownByContent: Bool { false }
  package static var countOfGrain: String? { nil }
  package var content: Fingerprint? { nil }
  package var measures: [String: Double] { [:] }
  package var conclusion: String? { nil }
  package var night: String? { nil }
}

/// An artifact that is made anew whenever something reads it.
package protocol TransientArtifact: Artifact {}

extension TransientArtifact {
  package static var isKept: Bool { false }
  package static var formatVersion: Int { 1 }

  package func write(to file: inout ArtifactWriter) {
    preconditionFailure("\(Self.self) is not kept on disk")
  }

  package init(from file: ArtifactReader) throws {
    preconditionFailure("\(Self.self) is not kept on disk")
  }
}

/// An artifact that is kept as one JSON text.
package protocol JSONArtifact: Artifact, Codable {}

extension JSONArtifact {
  package func write(to file: inout ArtifactWriter) {
    file.put("value", json: self)
  }

  package init(from file: ArtifactReader) throws {
    self = try file.json("value")
  }
}
