/// A link that is shared or advertised: a page of the app, and the campaign that its clicks count for.
///
/// ```swift
/// let link = SharedLink(page: .game(id: "42"), campaign: Campaign(source: "newsletter"))
/// link.text(in: .website)              // "https://findie.app/game/42?utm_source=newsletter"
/// SharedLink(link.text(in: .website))  // link
/// ```
///
/// Schemes and hosts may be in capitals, so that `FINDIE://Game/42` is a link. Other parameters are ignored. Refused are other hosts, ports, users, fragments, more parts of the path, parameters that occur
/// twice, invalid encodings, ids `.` and `..` (other programs would resolve them), and ids and values that are
/// longer than 256 bytes or have control characters.
public struct SharedLink: Hashable, Sendable {
  /// The forms of a link.
  public enum Form: CaseIterable, Sendable {
    /// `findie://game/42`: opens the app, if it is installed.
    case app
    /// `https://findie.app/game/42`: opens the app or the website.
    case website
    /// `https://findie-app.web.app/game/42`: the same on the address of Firebase Hosting.
    case hosting
  }

  /// The page of the app.
  public var page: DeepLink
  /// The campaign.
  public var campaign: Campaign

  /// Creates a link.
  public init(page: DeepLink, campaign: Campaign = Campaign()) {
    self.page = page
    self.campaign = campaign
  }

  /// Parses a link of any form. Nil for any other text.
  public init?(_ text: String) {
    guard let parts = LinkParts(text) else { return nil }
    let path: [String]
    switch (parts.scheme, parts.host) {
    // In `findie://game/42` the kind of page is the host.
    case ("findie", let host): path = [host] + parts.path
    case ("https", "findie.app"), ("https", "findie-app.web.app"): path = parts.path
    default: return nil
    }
    guard path.count == 2, let page = DeepLink(kind: path[0], id: path[1]),
      let campaign = Campaign(query: parts.query)
    else { return nil }
    self.init(page: page, campaign: campaign)
  }

  /// The link as text, which has no characters but those of ASCII.
  public func text(in form: Form) -> String {
    let start =
      switch form {
      case .app: "findie://"
      case .website: "https://findie.app/"
      case .hosting: "https://findie-app.web.app/"
      }
    return start + page.path + campaign.query
  }
}
