package import FindieDomain

extension PartnerName {
  /// The client of each partner.
  package var client: any Partner.Type {
    switch self {
    case .steam: SteamPartner.self
    case .itch: ItchPartner.self
    case .igdb: IGDBPartner.self
    case .auth: AccountPartner.self
    case .plur: PlurPartner.self
    case .crashlytics: CrashlyticsPartner.self
    case .appstore: AppStorePartner.self
    }
  }
}
