/// The genres of games (source document 002).
public enum Genre: String, Codable, CaseIterable, Sendable {
  case action, adventure, puzzle, rpg, strategy
  case simulation, platformer, shooter, horror, indie
  case casual, racing, sports, fighting, rhythm
}

extension Genre: FieldWord {}
