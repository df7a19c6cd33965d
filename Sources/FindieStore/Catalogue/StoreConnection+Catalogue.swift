import FindieDomain
import GRDB

extension StoreConnection {
  /// The whole catalogue, read in one transaction.
  func catalogue() throws(StoreFailure) -> Catalogue {
    try read { database in
      Catalogue(
        games: try records(in: database), developers: try records(in: database),
        tags: try records(in: database), users: try records(in: database),
        wishlists: try records(in: database))
    }
  }

  /// The data of partners, read in one transaction.
  func partnerData() throws(StoreFailure) -> PartnerData {
    try read { database in
      PartnerData(
        prices: try records(in: database), partners: try records(in: database),
        metrics: try records(in: database))
    }
  }

  private func records<Record: StoredRecord>(in database: Database) throws -> [Record] {
    try CatalogueTable(database, path: path).records()
  }
}
