import Foundation

/// The form of texts in which a search compares them.
enum SearchText {
  /// Folds case, accents and widths, independent of the locale.
  ///
  /// A NUL becomes U+FFFD, since SQLite's text functions end at a NUL.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return text.lowercased() }
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return folded.replacing("\0", with: "\u{FFFD}")
  }
}
