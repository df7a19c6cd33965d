/// Where a click on a link came from: the parameters `utm_source`, `utm_medium`, `utm_campaign` and `list_id` of
/// the link. Each has 1 to 256 bytes without control characters, or is nil.
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

  /// Source, medium and name, such as `newsletter / email / spring`: the text for the field `campaign` of analytics
  /// events. Nil without any of them.
  public var text: String? {
    let parts = [source, medium, name].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " / ")
  }

  private static let parameters: Set = ["utm_source", "utm_medium", "utm_campaign", "list_id"]

  init?(query: String?) {
    // Tools that make such links encode a space as `+`, as forms do.
    let query = query?.replacing("+", with: "%20")
    guard let values = LinkParts.parameters(Campaign.parameters, of: query) else { return nil }
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
