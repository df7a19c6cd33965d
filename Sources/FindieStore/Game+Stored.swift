import FindieDomain
import Foundation

extension Game: StoredRecord {
  static let table = StoredTable(
    "games",
    """
    id title subtitle description shortDescription iconURL coverImageURL screenshotURLs trailerURL
    developerId developerName studioName genres tags platforms releaseDate releaseStatus price
    currency isFree createdAt updatedAt isActive steamURL itchioURL officialWebsiteURL discordURL
    searchText
    """)

  func write(to columns: inout RowWriter) {
    columns.add(id)
    columns.add(title)
    columns.add(subtitle)
    columns.add(description)
    columns.add(shortDescription)
    columns.add(iconURL)
    columns.add(coverImageURL)
    columns.add(list: screenshotURLs)
    columns.add(trailerURL)
    columns.add(developerId)
    columns.add(developerName)
    columns.add(studioName)
    columns.add(list: genres)
    columns.add(list: tags)
    columns.add(list: platforms)
    columns.add(releaseDate)
    columns.add(releaseStatus)
    columns.add(price)
    columns.add(currency)
    columns.add(isFree)
    columns.add(createdAt)
    columns.add(updatedAt)
    columns.add(isActive)
    columns.add(steamURL)
    columns.add(itchioURL)
    columns.add(officialWebsiteURL)
    columns.add(discordURL)
    columns.add(SearchText.folded(title))
  }

  init(
    from columns: inout ColumnReader<some ColumnValues>, parts: inout StoredParts
  ) throws {
    let id = try columns.text()
    let title = try columns.text()
    let subtitle = try columns.optionalText()
    let description = try columns.optionalText()
    let shortDescription = try columns.optionalText()
    let iconURL = try columns.optionalText()
    let coverImageURL = try columns.optionalText()
    let screenshotURLs = try columns.optionalList()
    let trailerURL = try columns.optionalText()
    self.init(id: id, title: title, developerId: try columns.text())
    self.subtitle = subtitle
    self.description = description
    self.shortDescription = shortDescription
    self.iconURL = iconURL
    self.coverImageURL = coverImageURL
    self.screenshotURLs = screenshotURLs
    self.trailerURL = trailerURL
    developerName = try columns.optionalText()
    studioName = try columns.optionalText()
    genres = try columns.words()
    tags = try columns.list()
    platforms = try columns.words()
    releaseDate = try columns.time()
    releaseStatus = try columns.word()
    price = try columns.price()
    currency = try columns.optionalText()
    isFree = try columns.flag()
    createdAt = try columns.time()
    updatedAt = try columns.time()
    isActive = try columns.flag()
    steamURL = try columns.optionalText()
    itchioURL = try columns.optionalText()
    officialWebsiteURL = try columns.optionalText()
    discordURL = try columns.optionalText()
  }
}
