/// When the stages of a run were computed, and how many cores were busy then.
///
/// Stages that run at the same time share the process's threads, so cores are counted between the
/// starts and ends of stages: processor time divided by time.
package struct RunTimeline {
  /// A time in which at most one core was busy.
  package struct Stretch: Codable, Sendable, Equatable {
    package var startedAfterSeconds: Double
    package var seconds: Double
    /// The stages that were computed then, in the order of their start.
    package var stages: [String]
  }

  /// The stages that were computed, in the order of their start.
  private let stages: [(name: String, time: Range<Double>)]
  /// Without gaps.
  private let spans: [(time: Range<Double>, isSerial: Bool)]

  /// A thread that only waits uses a little processor time.
  private static let mostSerialCores = 1.1
  /// In less time, the number of cores is not known.
  private static let shortestSpan = 0.05

  package init(_ records: [StageRecord]) {
    var stages: [(name: String, time: Range<Double>)] = []
    var samples: [(seconds: Double, cpuSeconds: Double)] = []
    for record in records {
      let start = record.startedAfterSeconds
      guard let cpuSeconds = record.cpuSecondsOfProcess, start >= 0, record.seconds >= 0
      else { continue }
      stages.append((record.stage, start..<start + record.seconds))
      samples += [
        (start, cpuSeconds.lowerBound), (start + record.seconds, cpuSeconds.upperBound),
      ]
    }
    self.stages = stages.sorted { $0.time.lowerBound < $1.time.lowerBound }
    samples.sort { $0 < $1 }
    var spans: [(time: Range<Double>, isSerial: Bool)] = []
    var last = samples.first
    for sample in samples {
      guard let begun = last, sample.seconds - begun.seconds >= Self.shortestSpan else { continue }
      let cores = (sample.cpuSeconds - begun.cpuSeconds) / (sample.seconds - begun.seconds)
      spans.append((begun.seconds..<sample.seconds, cores <= Self.mostSerialCores))
      last = sample
    }
    self.spans = spans
  }

  /// Nil if there was none.
  package var longestSerialStretch: Stretch? {
    let stretches = spans.split { !$0.isSerial }.compactMap { spans -> Range<Double>? in
      guard let first = spans.first, let last = spans.last else { return nil }
      return first.time.lowerBound..<last.time.upperBound
    }
    func seconds(_ time: Range<Double>) -> Double { time.upperBound - time.lowerBound }
    return stretches.max { seconds($0) < seconds($1) }.map { stretch in
      Stretch(
        startedAfterSeconds: stretch.lowerBound, seconds: seconds(stretch),
        stages: stages.filter { seconds($0.time.clamped(to: stretch)) >= Self.shortestSpan }
          .map(\.name))
    }
  }

  /// When the last stage ended, in seconds; 0 without stages.
  package var end: Double { stages.map(\.time.upperBound).max() ?? 0 }

  /// A line for each stage with a bar on a common time axis, ░ while at most one core was busy.
  package func bars(width: Int) -> [String] {
    let names = stages.map(\.name.count).max() ?? 0
    let columns = max(10, width - names - 2)
    let secondsAColumn = max(end, Self.shortestSpan) / Double(columns)
    return stages.map { name, time in
      let first = min(columns - 1, Int(time.lowerBound / secondsAColumn))
      let last = max(first + 1, Int((time.upperBound / secondsAColumn).rounded()))
      let bar = (first..<last).map { column in
        let middle = (Double(column) + 0.5) * secondsAColumn
        return spans.contains { $0.isSerial && $0.time.contains(middle) } ? "░" : "█"
      }
      return name + String(repeating: " ", count: names - name.count + 2 + first) + bar.joined()
    }
  }
}
