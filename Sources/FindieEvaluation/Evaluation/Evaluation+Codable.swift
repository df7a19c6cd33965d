// The values for one list length are flat in one object: {"k": 20, "recall": {…}, …}.

extension Evaluation.Cut: Codable {
  private enum CodingKeys: CodingKey { case k }

  package init(from decoder: any Decoder) throws {
    self.init(
      k: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .k),
      quality: try Evaluation.Quality(from: decoder), shape: try ListShape(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(k, forKey: .k)
    try quality.encode(to: encoder)
    try shape.encode(to: encoder)
  }
}

extension Evaluation.Difference: Codable {
  private enum CodingKeys: CodingKey { case model, other, k }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      model: try container.decode(String.self, forKey: .model),
      other: try container.decode(String.self, forKey: .other),
      k: try container.decode(Int.self, forKey: .k),
      quality: try Evaluation.Quality(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(model, forKey: .model)
    try container.encode(other, forKey: .other)
    try container.encode(k, forKey: .k)
    try quality.encode(to: encoder)
  }
}
