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

  /// The hash of program, stage, format, parameters, and the inputs' fingerprints.
  func fingerprint(stage: String, formatVersion: Int) -> Fingerprint {
    Fingerprint(
      of: ([program, stage, "\(formatVersion)", parameters]
        + inputs.map { "\($0.stage)=\($0.fingerprint.hexadecimal)" })
        .joined(separator: "\n"))
  }
}
