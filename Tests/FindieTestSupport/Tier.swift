import Foundation

/// How many seeds, worlds and damages the tests try: some of them for each push, all of them in a
/// campaign (`Tests/campaigns`).
package enum Tier {
  package static let isCampaign = ProcessInfo.processInfo.environment["FINDIE_CAMPAIGN"] != nil

  /// Each `step`th, from the first; all of them in a campaign.
  package static func some<Element>(_ all: some Sequence<Element>, every step: Int) -> [Element] {
    all.enumerated().filter { isCampaign || $0.offset % step == 0 }.map(\.element)
  }
}
