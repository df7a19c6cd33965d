/// The 64-bit id of an individual Steam account, such as 76561197960287930.
package struct SteamId: Hashable, Sendable {
  package let text: String

  /// Nil if the text is not such an id.
  ///
  /// Source: Valve's documentation of SteamID: universe 1, type 1 (individual), instance 1.
  package init?(_ text: String) {
    let firstAccount: UInt64 = 0x0110_0001_0000_0000
    guard let number = UInt64(text), number >> 32 == firstAccount >> 32, number > firstAccount,
      "\(number)" == text
    else { return nil }
    self.text = text
  }

  /// The text if it is a Steam app id, such as 413150; else nil.
  static func appId(_ text: String) -> String? {
    text.wholeMatch(of: /[1-9][0-9]{0,9}/) == nil ? nil : text
  }
}
