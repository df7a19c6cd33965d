/// A link that is shared or advertised: a page of the app, and the campaign that its clicks count
/// for.
///
/// ```swift
/// let link = SharedLink(page: .game(id: "42"), campaign: Campaign(source: "newsletter"))
/// link.text(in: .website)              // "https://findie.app/game/42?utm_source=newsletter"
/// SharedLink(link.text(in: .website))  // link
/// ```
///
/// Schemes and hosts may be in capitals, so that `FINDIE://Game/42` is a link. Other parameters are
/// ignored. Links are refused if they have other hosts, ports, users, fragments, more parts of the
/// path, parameters that occur twice, invalid encodings, ids `.` and `..` (other programs would
/// resolve them), or ids and values that are longer than 256 bytes or have control characters.
public struct SharedLink: Hashable, Sendable {
  /// The forms of a link.
  public enum Form: CaseIterable, Sendable {
    /// `findie://game/42`: opens the app, if it is installed.
    case app
    /// `https://findie.app/game/42`: opens the app or the website.
    case website
    /// `https://findie-app.web.app/game/42`: the same at the address of Firebase Hosting.
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

  /// The link as text, in ASCII only.
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

/// A page of the app, and its link, such as `findie://game/steam-105600`.
///
/// ```swift
/// DeepLink("findie://game/steam-105600")              // .game(id: "steam-105600")
/// DeepLink("https://findie.app/game/42?utm_source=x") // .game(id: "42")
/// DeepLink.developer(id: "a/b").text                  // "findie://developer/a%2Fb"
/// ```
///
/// ``SharedLink`` has the other forms of links, and their campaigns.
public enum DeepLink: Hashable, Sendable {
  /// The page of a game.
  case game(id: String)
  /// The page of a player.
  case profile(userId: String)
  /// The page of a developer.
  case developer(id: String)

  /// Parses a link of any form. Nil if `text` is not a link to one of these pages.
  public init?(_ text: String) {
    guard let link = SharedLink(text) else { return nil }
    self = link.page
  }

  /// The link as text. Ids are percent-encoded.
  public var text: String { SharedLink(page: self).text(in: .app) }

  init?(kind: String, id: String) {
    guard LinkParts.isText(id) else { return nil }
    switch kind {
    case "game": self = .game(id: id)
    case "profile": self = .profile(userId: id)
    case "developer": self = .developer(id: id)
    default: return nil
    }
  }

  /// The kind and the encoded id.
  var path: String {
    switch self {
    case .game(let id): "game/" + LinkParts.encoded(id)
    case .profile(let id): "profile/" + LinkParts.encoded(id)
    case .developer(let id): "developer/" + LinkParts.encoded(id)
    }
  }
}

/// Where a click on a link came from: the parameters `utm_source`, `utm_medium`, `utm_campaign` and
/// `list_id` of the link. Each has 1 to 256 bytes without control characters, or is nil.
public struct Campaign: Hashable, Codable, Sendable {
  /// Who shows the link, such as `newsletter`.
  public var source: String?
  /// How the link is shown, such as `email`.
  public var medium: String?
  /// The name of the campaign.
  public var name: String?
  /// The id of the published list that shows the link; `listId` in events.
  public var listId: String?

  /// Creates a campaign.
  public init(
    source: String? = nil, medium: String? = nil, name: String? = nil, listId: String? = nil
  ) {
    self.source = source
    self.medium = medium
    self.name = name
    self.listId = listId
  }

  /// Source, medium and name, such as `newsletter / email / spring`: the text for the field
  /// `campaign` of analytics events. Nil without any of them.
  public var text: String? {
    let parts = [source, medium, name].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " / ")
  }

  private static let parameters: Set = ["utm_source", "utm_medium", "utm_campaign", "list_id"]

  init?(query: String?) {
    // Tools that make such links encode a space as `+`, as forms do.
    let query = query?.replacing("+", with: "%20")
    guard let values = LinkParts.parameters(Self.parameters, of: query) else { return nil }
    self.init(
      source: values["utm_source"], medium: values["utm_medium"], name: values["utm_campaign"],
      listId: values["list_id"])
  }

  var query: String {
    LinkParts.query([
      "utm_source": source, "utm_medium": medium, "utm_campaign": name, "list_id": listId,
    ])
  }
}
