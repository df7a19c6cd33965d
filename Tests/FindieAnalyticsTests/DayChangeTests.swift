import FindieAnalytics
import Foundation
import Testing

/// The change of a sum of days.
@Suite struct DayChangeTests {
  private let z = 1.959963984540054

  @Test func `equal days have the interval of two Poisson counts`() throws {
    let change = try #require(
      Change(ofDays: Array(repeating: 10, count: 28), since: Array(repeating: 5, count: 28)))
    #expect(abs(change.ratio - 2) < 1e-12)
    let half = z * (1.0 / 280 + 1.0 / 140).squareRoot()
    #expect(abs(change.lower - 2 * exp(-half)) < 1e-12)
    #expect(abs(change.upper - 2 * exp(half)) < 1e-12)
    #expect(change.isSignificant)
  }

  @Test func `days that vary more have a wider interval`() throws {
    // Every second week is empty: each weekday has 20, 0, 20, 0, so X² is 4 · 100 / 10 for each of
    // 14 weekdays, with 3 degrees of freedom each.
    let days = (0..<28).map { $0 / 7 % 2 == 0 ? 20 : 0 }
    let change = try #require(Change(ofDays: days, since: days))
    let half = z * (560.0 / 42 * 2 / 280).squareRoot()
    #expect(abs(log(change.upper) - half) < 1e-12)
    #expect(abs(log(change.lower) + half) < 1e-12)
    #expect(!change.isSignificant)
  }

  @Test func `a weekly pattern does not widen the interval`() throws {
    let days = (0..<28).map { $0 % 7 < 5 ? 4 : 25 }
    let change = try #require(Change(ofDays: days, since: days))
    let half = z * (2.0 / Double(days.reduce(0, +))).squareRoot()
    #expect(abs(log(change.upper) - half) < 1e-12)
  }

  @Test func `without events, and for less than two weeks, there is none`() {
    let (some, none) = (Array(repeating: 3, count: 28), Array(repeating: 0, count: 28))
    #expect(Change(ofDays: some, since: none) == nil)
    #expect(Change(ofDays: none, since: some) == nil)
    #expect(Change(ofDays: [5, 6, 7], since: [1, 2, 3]) == nil)
  }
}
