import FindieIngest

/// The settings that the intake depends on.
struct IntakeSettings: Codable, Sendable {
  let ingest: IngestParameters
  let contract: DataContract

  init(_ night: Night) {
    ingest = night.parameters.ingest
    contract = night.contract
  }
}
