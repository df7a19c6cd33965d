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
      "\(collection.rawValue): the player \(name) has \(part); the next most frequent has \(next.grouped). "
        + "If several players share this id, they count as one player and get one list. Export an id of "
        + "its own for each player, and leave out the events of players without one"
    case .session(let next):
      "\(collection.rawValue): the session id \(name) has \(part) with a session; the next most frequent "
        + "id has \(next.grouped). Export a new id for each session, or leave the field out"
    case .longSessions(let all):
      "\(collection.rawValue): \(all.grouped) of \(total.counted("event")) with a session "
        + "(\((Double(all) / Double(total)).percent())) are in sessions longer than 24 hours, such as "
        + "\(name) with \(events.grouped) (\(share)). Such a session counts as one on each of its days. "
        + "Export a new id for each session, or leave the field out"
    }
  }
}
