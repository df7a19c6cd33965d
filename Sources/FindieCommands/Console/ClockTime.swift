import ArgumentParser

/// A time of day, such as 06:00.
struct ClockTime: ExpressibleByArgument, CustomStringConvertible {
  let hour: Int
  let minute: Int

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
  }

  var description: String {
    [hour, minute].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
}
