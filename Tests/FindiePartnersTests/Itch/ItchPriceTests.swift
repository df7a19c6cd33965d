import FindiePartners
import Foundation
import Testing

struct ItchPriceTests {
  @Test(arguments: [
    ("$9.99", "9.99", "USD"), ("$5", "5", "USD"), ("9,99€", "9.99", "EUR"),
    ("€ 9.50", "9.5", "EUR"),
    ("£1,299.00", "1299", "GBP"), ("1.299,5 €", "1299.5", "EUR"), ("CA$3", "3", "CAD"),
    ("A$3.00", "3", "AUD"), ("US$ 1,000", "1000", "USD"), ("¥1,200", "1200", "JPY"),
    ("$0.00", "0", "USD"), ("3 USD", "3", "USD"),
  ])
  func `prices with a certain currency are read`(text: String, amount: String, currency: String) {
    #expect(ItchPrice(text)?.amount == Decimal(string: amount))
    #expect(ItchPrice(text)?.currency == currency)
  }

  @Test(arguments: ["Free", "free", "Name your own price"])
  func `nothing to pay has no currency`(text: String) {
    #expect(ItchPrice(text)?.amount == 0)
    #expect(ItchPrice(text) != nil)
    #expect(ItchPrice(text)?.currency == nil)
  }

  @Test(arguments: [
    "", "9.99", "kr 50", "$", "$-1", "$1.2.3", "$1,23,4", "$1e9", "$1234567890123", "$1 or $2",
    "٣$",
    "R$5", "¥1.50", "$ 9.999.9999",
  ])
  func `others are unknown`(text: String) {
    #expect(ItchPrice(text) == nil)
  }
}
