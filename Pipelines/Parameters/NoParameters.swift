/// For a stage that has none.
struct NoParameters: Encodable {}
