package import Foundation

/// A price as itch.io writes it: `$9.99`, `€5`, `1.299,00 €`, `Free`.
package struct ItchPrice: Hashable, Sendable {
  /// In units of the currency.
  package let amount: Decimal
  /// ISO 4217. Nil for 0 without a currency.
  package let currency: String?

  /// Nil if the amount or the currency is not certain.
  ///
  /// A `$` alone is the US dollar: itch.io's XML feeds state USD for such prices. Other dollars must have
  /// their letters before it.
  package init?(_ text: String) {
    let plain = text.filter { !$0.isWhitespace }
    if ["free", "nameyourownprice"].contains(plain.lowercased()) {
      (amount, currency) = (0, nil)
      return
    }
    guard let match = plain.wholeMatch(of: /(\D*?)([0-9][0-9.,]*)(\D*)/),
      match.1.isEmpty != match.3.isEmpty,
      let currency = ItchPrice.currencies[String(match.1 + match.3).uppercased()],
      let amount = ItchPrice.amount(String(match.2), currency)
    else { return nil }
    self.amount = amount
    self.currency = currency
  }

  private static let currencies = [
    "$": "USD", "US$": "USD", "USD": "USD", "€": "EUR", "EUR": "EUR", "£": "GBP", "GBP": "GBP",
    "CA$": "CAD", "C$": "CAD", "CAD": "CAD", "A$": "AUD", "AU$": "AUD", "AUD": "AUD", "¥": "JPY",
    "JP¥": "JPY", "JPY": "JPY",
  ]

  /// The last separator begins the decimals if one or two digits follow it. Others separate thousands.
  private static func amount(_ text: String, _ currency: String) -> Decimal? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let hasDecimals = parts.count > 1 && (1...2).contains(parts[parts.count - 1].count)
    let thousands = (hasDecimals ? parts.dropLast() : parts[...]).dropFirst()
    guard parts.allSatisfy({ !$0.isEmpty }), thousands.allSatisfy({ $0.count == 3 }),
      text.count <= 12, !(hasDecimals && currency == "JPY")
    else { return nil }
    let whole = (hasDecimals ? parts.dropLast() : parts[...]).joined()
    return Decimal(string: whole + (hasDecimals ? "." + parts[parts.count - 1] : ""))
  }
}
