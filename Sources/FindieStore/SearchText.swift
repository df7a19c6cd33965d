import Foundation

/// Text as a search compares it.
enum SearchText {
  /// Without case, accents or widths, the same for every language of the machine.
  ///
  /// A NUL becomes U+FFFD, since SQLite's text functions end at a NUL.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return text.lowercased() }
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return folded.replacing("\0", with: "\u{FFFD}")
  }
}
