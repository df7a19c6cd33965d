import FindieDomain
import FindieFiles
import FindieIngest
import FindieText
import Foundation

/// Crash-free users and sessions, from files of Firebase's export to BigQuery.
///
/// A folder has files of crashes, `events*.ndjson`, and of sessions, `sessions*.ndjson`, plain or
/// compressed. No installation, session or user id leaves this type.
package struct CrashlyticsPartner: Partner {
  /// A whole row of Crashlytics contains the stacks of all threads.
  private static let maximumLineBytes = 16 << 20

  private let folder: URL
  private let now: Timestamp

  package static var fileHelp: String? { "the folder of crashes and sessions with --crashlytics" }

  package init(_ context: PartnerContext) {
    (folder, now) = (context.requiredFile, context.now)
  }

  /// The number of lines of one table, and of lines that are not its rows.
  private struct Reading {
    var lines = 0
    var bad = 0
    /// Such as `line 7 of sessions-0.ndjson`.
    var firstBad = ""

    var isUsable: Bool { PartnerFacts.mayUse(lines: lines, bad: bad) }
  }

  /// - Throws: `FileFailure`. Bad lines and bad files are failures in the result.
  package func facts(for input: SyncInput) throws -> PartnerFacts {
    var facts = PartnerFacts(.crashlytics)
    let names = try DurableFile.names(in: folder)
    let tables = ["events", "sessions"].map { table in
      names.filter { $0.hasPrefix(table) && $0.contains(/\.(?:ndjson|jsonl|json)(?:\.gz|\.zst)?$/) }
    }
    let others = names.filter { !tables.joined().contains($0) }
    if let first = others.first {
      facts.fail(
        folder, "files not named events* or sessions*: \(others.count.grouped), such as \(first)")
    }
    guard !tables[0].isEmpty, !tables[1].isEmpty else {
      let name = tables[0].isEmpty ? "events*.ndjson" : "sessions*.ndjson"
      facts.fail(folder, "it has no file \(name). No number was changed")
      return facts
    }
    var counts = CrashCounts(now: now)
    var bad: [Reading] = []
    let metrics = try facts.add {
      let crashes = try read(tables[0], as: CrashRow.self) { counts.add($0) }
      let sessions = try read(tables[1], as: SessionRow.self) { counts.add($0) }
      bad = [crashes, sessions].filter { $0.bad > 0 }
      guard crashes.isUsable, sessions.isUsable else {
        throw PartnerFailure.file(
          folder.lastPathComponent, detail: "too many lines are invalid. No number was changed")
      }
      guard let newest = counts.newest, !counts.metrics.isEmpty else {
        throw PartnerFailure.file(
          folder.lastPathComponent,
          detail:
            "no complete day lies between the first and the last rows of both tables. Export more "
            + "days"
        )
      }
      return Fetched(value: counts.metrics, receivedAt: newest, origin: .network)
    }
    facts.metrics = metrics?.value ?? []
    for reading in bad {
      facts.fail(folder, "invalid lines: \(reading.bad.grouped), such as \(reading.firstBad)")
    }
    return facts
  }

  private func read<Row: Decodable>(
    _ files: [String], as type: Row.Type, _ add: (Row) -> Void
  ) throws -> Reading {
    var reading = Reading()
    let decoder = JSONDecoder()
    for file in files {
      do {
        let text = TextFile(folder.appending(path: file))
        try text.eachLine(limit: Self.maximumLineBytes) { number, line in
          reading.lines += 1
          do {
            guard let line else { throw Unreadable.row }
            add(try decoder.decode(Row.self, from: Data(line)))
          } catch {
            // The error may quote a part of the row.
            if reading.bad == 0 { reading.firstBad = "line \(number) of \(file)" }
            reading.bad += 1
          }
        }
      } catch let failure as IngestFailure {
        throw PartnerFailure.file(file, detail: "\(failure)")
      }
    }
    return reading
  }
}

/// A row of `firebase_crashlytics.<app>_IOS`: a crash or another error.
///
/// Source: Firebase, "Dataset schema for exported data in BigQuery".
struct CrashRow: Decodable {
  let eventId: String
  let time: Timestamp
  /// Whether the app crashed.
  let isFatal: Bool
  /// The Firebase session in which it occurred; nil for SDKs without sessions.
  let sessionId: String?

  private enum Key: String, CodingKey {
    case eventId = "event_id"
    case time = "event_timestamp"
    case type = "error_type"
    case sessionId = "firebase_session_id"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let eventId = try container.id(.eventId) else { throw Unreadable.row }
    self.eventId = eventId
    time = try container.decode(BigQueryTime.self, forKey: .time).time
    isFatal = try container.decode(String.self, forKey: .type) == "FATAL"
    sessionId = try container.id(.sessionId)
  }
}

/// A row of `firebase_sessions.<app>_IOS`: an event of a session.
struct SessionRow: Decodable {
  let sessionId: String
  /// The Firebase installation.
  let installation: String
  let time: Timestamp
  /// The app's version that users see; nil if it is absent.
  let version: String?
  /// Whether the row is the start of a session in which Crashlytics could report a crash.
  let counts: Bool

  private enum Key: String, CodingKey {
    case sessionId = "session_id"
    case installation = "instance_id"
    case time = "event_timestamp"
    case type = "event_type"
    case isCollecting = "crashlytics_data_collection_enabled"
    case application
  }

  private struct Application: Decodable {
    let version: String?

    private enum CodingKeys: String, CodingKey {
      case version = "display_version"
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let sessionId = try container.id(.sessionId),
      let installation = try container.id(.installation)
    else { throw Unreadable.row }
    (self.sessionId, self.installation) = (sessionId, installation)
    time = try container.decode(BigQueryTime.self, forKey: .time).time
    let type = try container.decodeIfPresent(String.self, forKey: .type) ?? "SESSION_START"
    let isCollecting = try container.decodeIfPresent(BigQueryFlag.self, forKey: .isCollecting)
    counts = type == "SESSION_START" && isCollecting?.isTrue ?? true
    let application = try container.decodeIfPresent(Application.self, forKey: .application)
    let version = application?.version ?? ""
    guard version.utf8.count <= 64, version.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      throw Unreadable.row
    }
    self.version = version.isEmpty ? nil : version
  }
}

/// A `TIMESTAMP` as BigQuery writes it in JSON: `2026-03-01 10:00:00.123456 UTC`, ISO 8601, or
/// microseconds since 1970 as a number or as text.
struct BigQueryTime: Decodable {
  let time: Timestamp

  init(from decoder: any Decoder) throws {
    let text = try NumberOrText(from: decoder).text
    let microseconds = Int64(text)
    let time =
      microseconds.map { Timestamp(epochMilliseconds: $0 / 1000) }
      ?? Timestamp(iso8601: text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text)
    guard let time else { throw Unreadable.row }
    self.time = time
  }
}

/// A `BOOL`, which `bq query --format=json` writes as text.
struct BigQueryFlag: Decodable {
  let isTrue: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      isTrue = try container.decode(Bool.self)
    } catch {
      switch try container.decode(String.self) {
      case "true": isTrue = true
      case "false": isTrue = false
      default: throw Unreadable.row
      }
    }
  }
}

extension Unreadable {
  fileprivate static let row = Unreadable(why: "it is not a row of the export")
}

extension KeyedDecodingContainer {
  /// An id of 1 to 128 bytes; nil if it is absent or empty.
  func id(_ key: Key) throws -> String? {
    guard let id = try decodeIfPresent(String.self, forKey: key), !id.isEmpty else { return nil }
    guard id.utf8.count <= 128 else { throw Unreadable.row }
    return id
  }
}
