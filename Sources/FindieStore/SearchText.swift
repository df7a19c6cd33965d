import Foundation

/// Text as a search compares it.
enum SearchText {
  /// Without case, accents or widths, the same for every language of the machine.
  ///
  /// A NUL becomes U+FFFD, since SQLite's text functions end at a NUL.
  static func folded(_ text: String) -> String {
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return folded.replacing("\0", with: "\u{FFFD}")
  }
}
