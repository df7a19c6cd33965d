package import FindieAnalytics
package import FindieDomain

/// An edition of the closed weeks, with the night that made it.
package struct PublishedEdition: Codable, Sendable, Equatable {
  package let edition: ReportEdition
  package let night: Day

  package init(_ edition: ReportEdition, night: Day) {
    self.edition = edition
    self.night = night
  }
}
