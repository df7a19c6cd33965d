import FindieIngest

/// What the intake depends on besides its files.
struct IntakeSettings: Codable, Sendable {
  let ingest: IngestParameters
  let contract: DataContract

  init(_ night: Night) {
    ingest = night.parameters.ingest
    contract = night.contract
  }
}
