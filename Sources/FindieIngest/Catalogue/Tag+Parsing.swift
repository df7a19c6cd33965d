package import FindieDomain

extension Tag: CollectedRecord {
  package static var collection: InputCollection { .tags }
}

extension Tag: ParsedRecord {
  enum Field: Int, RecordField {
    case name, category, usageCount, isOfficial, createdAt, updatedAt
  }

  init(from record: inout RecordParser<Field>) throws(LineFault) {
    let id = try record.requiredId()
    self.init(
      id: id, name: try record.text(.name) ?? id,
      // An unknown category is left to the rules, which name it.
      category: record.optionalText(.category).flatMap { TagCategory(rawValue: $0) },
      usageCount: record.optionalInteger(.usageCount),
      isOfficial: record.optionalBool(.isOfficial) ?? false)
    createdAt = record.optionalInstant(.createdAt)
    updatedAt = record.optionalInstant(.updatedAt)
  }
}
