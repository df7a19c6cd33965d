package import FindieFiles
package import Foundation

/// The output of a stage.
package protocol Artifact: Sendable {
  /// What one element is, such as "one row per player and game".
  static var grain: String { get }

  /// The version of the bytes that `write` produces. Raise it whenever they, or their meaning,
  /// change.
  static var formatVersion: Int { get }

  /// Whether the artifact is stored on disk. Artifacts that are quick to rebuild are not.
  static var isPersisted: Bool { get }

  /// Whether `content` identifies the artifact, instead of the inputs that it was built from.
  static var isIdentifiedByContent: Bool { get }

  /// Sizes for the record of the run: the same in every run over the same input.
  var counts: [String: Int] { get }

  /// The name of the count that gives the number of elements; nil if there is none.
  static var countOfGrain: String? { get }

  /// Measured values for the record of the run, by name.
  var measures: [String: Double] { get }

  /// The result in one sentence; nil if the counts suffice.
  var conclusion: String? { get }

  /// The fingerprint of the content; nil for artifacts that are identified by their inputs.
  ///
  /// A stage that reads files outside of the pipeline, or whose artifact often stays the same when
  /// its inputs change, provides it. Such a stage runs in every run, and its readers run only if
  /// the content changed.
  var content: Fingerprint? { get }

  /// Whether later runs may use it. False if something outside of the pipeline could not be read,
  /// so that the next run tries again.
  var isFinal: Bool { get }

  /// The day of the run, `YYYY-MM-DD`, if this artifact determines it.
  var night: String? { get }

  func write(to file: inout ArtifactWriter)

  /// - Throws: `ArtifactDamage` if an array is missing or malformed.
  init(from file: ArtifactReader) throws
}

extension Artifact {
  package static var isPersisted: Bool { true }
  package static var isIdentifiedByContent: Bool { false }
  package static var countOfGrain: String? { nil }
  package var content: Fingerprint? { nil }
  package var isFinal: Bool { true }
  package var measures: [String: Double] { [:] }
  package var conclusion: String? { nil }
  package var night: String? { nil }
}

extension Artifact {
  /// A stored artifact; nil if it is missing or damaged, or has another format.
  ///
  /// - Throws: if the disk cannot be read: what is stored must not be made anew because of that.
  package init?(stored file: URL) throws(FileFailure) {
    guard DurableFile.exists(file) else { return nil }
    do {
      let reader = try ArtifactReader(file)
      guard reader.header.formatVersion == Self.formatVersion else { return nil }
      try self.init(from: reader)
    } catch let failure as FileFailure {
      throw failure
    } catch {
      return nil
    }
  }
}

/// An artifact that stays in memory: it is built on demand, when a stage that runs reads it.
package protocol TransientArtifact: Artifact {}

extension TransientArtifact {
  package static var isPersisted: Bool { false }
  package static var formatVersion: Int { 1 }

  package func write(to file: inout ArtifactWriter) {
    preconditionFailure("\(Self.self) is not stored on disk")
  }

  package init(from file: ArtifactReader) throws {
    preconditionFailure("\(Self.self) is not stored on disk")
  }
}

/// An artifact that is stored as one JSON text.
package protocol JSONArtifact: Artifact, Codable {}

extension JSONArtifact {
  package func write(to file: inout ArtifactWriter) {
    file.put("value", json: self)
  }

  package init(from file: ArtifactReader) throws {
    self = try file.json("value")
  }
}

/// Collects an artifact's arrays.
package struct ArtifactWriter {
  private var arrays: [ArtifactHeader.Array] = []
  /// The data: each array, then padding to a multiple of sixteen bytes.
  private var pieces: [[UInt8]] = []
  private var length = 0
  private var checksum = FingerprintWriter()

  package init() {}

  /// Adds an array of numbers, little-endian.
  package mutating func put<Number: BitwiseCopyable>(_ name: String, _ numbers: [Number]) {
    // Numbers have no padding, so every byte of the buffer is initialized.
    put(name, bytes: unsafe numbers.withUnsafeBytes { unsafe [UInt8]($0) })
  }

  package mutating func put(_ name: String, json value: some Encodable) {
    put(name, bytes: Array(canonicalJSON(value).utf8))
  }

  package mutating func put(_ name: String, bytes: [UInt8]) {
    arrays.append(.init(name: name, offset: length, length: bytes.count))
    for piece in [bytes, [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)] {
      pieces.append(piece)
      length += piece.count
      checksum.add(piece)
    }
  }

  /// The whole file, in pieces, so that large arrays are not copied again.
  package func file(
    stage: String, fingerprint: Fingerprint, formatVersion: Int, summary: ArtifactSummary,
    provenance: Provenance? = nil
  ) -> (header: ArtifactHeader, pieces: [[UInt8]]) {
    let header = ArtifactHeader(
      stage: stage, fingerprint: fingerprint, formatVersion: formatVersion, summary: summary,
      provenance: provenance,
      checksum: ArtifactHeader.checksum(of: arrays, data: checksum.fingerprint), arrays: arrays)
    return (header, [header.bytes] + pieces)
  }
}

/// The results of a stage that its artifact's file and the record of the run both show.
package struct ArtifactSummary: Codable, Sendable, Equatable {
  package var counts: [String: Int]
  package var measures: [String: Double]
  package var conclusion: String?

  package init(counts: [String: Int], measures: [String: Double], conclusion: String?) {
    self.counts = counts
    self.measures = measures
    self.conclusion = conclusion
  }

  package static let empty = ArtifactSummary(counts: [:], measures: [:], conclusion: nil)
}

extension ArtifactSummary {
  init(of artifact: some Artifact) {
    self.init(
      counts: artifact.counts, measures: artifact.measures, conclusion: artifact.conclusion)
  }
}

/// What an artifact was built from. It is stored in the artifact's header, so that a later run can
/// name what changed since.
package struct Provenance: Codable, Sendable, Equatable {
  package struct Input: Codable, Sendable, Equatable {
    package var stage: String
    package var fingerprint: Fingerprint
  }

  /// The program that built it, with its version.
  package var program: String
  /// In canonical JSON.
  package var parameters: String
  /// In the order in which the stage declares them.
  package var inputs: [Input]

  package init(program: String, parameters: String = "", inputs: [Input] = []) {
    self.program = program
    self.parameters = parameters
    self.inputs = inputs
  }

  /// The hash of program, stage, format, parameters, and the inputs' fingerprints.
  func fingerprint(stage: String, formatVersion: Int) -> Fingerprint {
    Fingerprint(
      of: ([program, stage, "\(formatVersion)", parameters]
        + inputs.map { "\($0.stage)=\($0.fingerprint.hexadecimal)" })
        .joined(separator: "\n"))
  }
}
