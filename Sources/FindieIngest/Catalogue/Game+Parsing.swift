package import FindieDomain

extension Game: CollectedRecord {
  package static var collection: InputCollection { .games }
}

extension Game: ParsedRecord {
  enum Field: Int, RecordField {
    case title, subtitle, description, shortDescription, iconURL, coverImageURL, screenshotURLs
    case trailerURL, developerId, developerName, studioName, genres, tags, platforms
    case releaseDate, releaseStatus, price, currency, isFree, createdAt, updatedAt, isActive
    case steamURL, itchioURL, officialWebsiteURL, discordURL
  }

  init(from record: inout RecordParser<Field>) throws(LineFault) {
    guard let statusText = try record.text(.releaseStatus) else {
      throw LineFault(.missingField, "releaseStatus")
    }
    guard let status = ReleaseStatus(rawValue: statusText) else {
      throw LineFault(.unknownStatus, "releaseStatus")
    }
    // An absent title or developer is left to the rules, which name it.
    self.init(
      id: try record.requiredId(), title: try record.text(.title) ?? "",
      developerId: try record.id(.developerId) ?? "",
      genres: record.cases(.genres, unknown: "unknownGenre"), tags: record.texts(.tags) ?? [],
      platforms: record.cases(.platforms, unknown: "unknownPlatform"),
      // A date that cannot be read must not pass for a game that is out.
      releaseDate: try record.instant(.releaseDate), releaseStatus: status,
      price: record.optionalDecimal(.price), currency: record.optionalText(.currency),
      isFree: try record.bool(.isFree) ?? false, isActive: try record.bool(.isActive) ?? true)
    subtitle = record.optionalText(.subtitle)
    description = record.optionalText(.description)
    shortDescription = record.optionalText(.shortDescription)
    iconURL = record.optionalText(.iconURL)
    coverImageURL = record.optionalText(.coverImageURL)
    screenshotURLs = record.texts(.screenshotURLs)
    trailerURL = record.optionalText(.trailerURL)
    developerName = record.optionalText(.developerName)
    studioName = record.optionalText(.studioName)
    createdAt = record.optionalInstant(.createdAt)
    updatedAt = record.optionalInstant(.updatedAt)
    steamURL = record.optionalText(.steamURL)
    itchioURL = record.optionalText(.itchioURL)
    officialWebsiteURL = record.optionalText(.officialWebsiteURL)
    discordURL = record.optionalText(.discordURL)
  }
}
