/// The durations of sessions, from first to last event, in the record with more sessions.
///
/// A session with one event, or with several at one instant, has duration 0 and is counted.
package struct SessionLength: Hashable, Sendable {
  /// The measured sessions, each on the day on which it started.
  package let sessions: Int
  /// The number of sessions with duration 0.
  package let instant: Int
  /// In seconds; nil without sessions.
  package let quartiles: Quartiles?

  /// - Parameter milliseconds: the durations, ascending.
  init(_ milliseconds: [Int64]) {
    sessions = milliseconds.count
    instant = milliseconds.prefix { $0 == 0 }.count
    quartiles = Quartiles(ofSorted: milliseconds.map { Double($0) / 1000 })
  }
}
