package import FindieAnalytics
import FindieHistory
import FindieText

extension DoubtfulId {
  /// A warning.
  package var sentence: String {
    let share = (Double(events) / Double(total)).percent()
    let name = "\"\(printable(id))\""
    let part = "\(events.grouped) of \(total.counted("event")) (\(share))"
    return switch why {
    case .player(let next):
      "\(collection.rawValue): the player \(name) has \(part), and the next one \(next.grouped). If several "
        + "players share this id, they get one list and count as one: export an id for each, or leave "
        + "out the events of players who have none"
    case .session(let next):
      "\(collection.rawValue): the session id \(name) has \(part) with a session, and the next one "
        + "\(next.grouped). Export another id for each session, or none"
    case .longSessions(let all):
      "\(collection.rawValue): \(all.grouped) of \(total.counted("event")) with a session "
        + "(\((Double(all) / Double(total)).percent())) are in sessions longer than a day, such as "
        + "\(name) with \(events.grouped) (\(share)): such a session counts as one on each day. Export "
        + "another id for each session, or none"
    }
  }
}
