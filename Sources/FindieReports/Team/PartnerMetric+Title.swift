import FindieDomain

extension PartnerMetric {
  /// What is counted, such as `Sign-ups`; the metric's id if its words are not known.
  static func title(of metric: String) -> String {
    CrashFreeMetric(rawValue: metric)?.name ?? titles[metric] ?? metric
  }

  private static let titles = [
    "signUps": "Sign-ups", "accounts": "Accounts", "invites": "Invites",
    "invitesOpened": "Invites opened", "invitesJoined": "Invites joined", "kFactor": "k-factor",
    "crashesWithSession": "Crashes with a known session", "downloads": "Downloads",
    "impressions": "Impressions", "productPageViews": "Product page views",
    "viewers": "Viewers", "conversion": "Conversion", "subscriptionUnits": "Subscriptions sold",
    "proceeds": "Proceeds", "activeDevices": "Active devices",
    "retentionDay1": "Retention after 1 day", "retentionDay7": "Retention after 7 days",
    "retentionDay28": "Retention after 28 days",
  ]
}
