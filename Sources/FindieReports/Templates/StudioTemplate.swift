/// A studio's page, and one game's.
enum StudioTemplate {
  static let page = """
    {{>head}}<section class="lead" aria-label="In short">
    {{#sentences}}<p>{{{.}}}</p>
    {{/sentences}}</section>
    {{#isEmpty}}<section aria-labelledby="h-soon"><h2 id="h-soon">What will stand here</h2>
    <ul class="facts"><li>How often your games’ cards were seen, and by how many players.</li>
    <li>How many of them liked, saved or passed on each game, with an honest interval.</li>
    <li>Whether it is more or less than in the four weeks before, and how your games do among games \
    like them.</li>
    <li>Who they are, as soon as there are enough of them: what they like, and where they met your \
    game.</li></ul>
    <p class="note">The first figures appear on the morning after a player first meets one of your games; the number of players is told once there are enough that nobody can be made out.</p></section>
    {{/isEmpty}}{{^isEmpty}}<section aria-labelledby="h-figures"><h2 \
    id="h-figures">{{periodTitle}}</h2><p class="note">{{periodNote}}</p>
    {{>cards}}</section>
    <section aria-labelledby="h-days"><h2 id="h-days">Day by day</h2>
    {{{days}}}</section>
    {{#funnel}}<section aria-labelledby="h-funnel"><h2 id="h-funnel">From card to shop</h2>
    {{{.}}}</section>
    {{/funnel}}<section aria-labelledby="h-periods"><h2 id="h-periods">Every period</h2>
    {{{periods}}}</section>
    {{/isEmpty}}{{#hasGames}}<section aria-labelledby="h-games"><h2 id="h-games">Your games</h2>
    {{{gamesTable}}}</section>
    {{/hasGames}}{{#hasSections}}<section aria-labelledby="h-each"><h2 id="h-each">Game by \
    game</h2>{{#sectionsNote}}<p class="note">{{.}}</p>{{/sectionsNote}}
    {{#sections}}<details class="game"><summary><h3><bdi>{{title}}</bdi></h3> \
    <span>{{status}}</span></summary>
    {{{html}}}</details>
    {{/sections}}</section>
    {{/hasSections}}{{#hasCuts}}<section aria-labelledby="h-cuts"><h2 id="h-cuts">Who they are, and \
    where they met you</h2><p class="note">All your games together, in whole weeks.</p>
    <div class="two">{{#cuts}}{{{.}}}
    {{/cuts}}</div></section>
    {{/hasCuts}}{{^isEmpty}}<section aria-labelledby="h-ever"><h2 id="h-ever">All time</h2>
    <p class="note">{{everSentence}}</p>
    {{#ever}}{{>cards}}{{/ever}}</section>
    {{#sources}}<section aria-labelledby="h-sources"><h2 id="h-sources">Where the numbers come \
    from</h2>
    {{{.}}}</section>
    {{/sources}}{{{glossary}}}{{/isEmpty}}{{>foot}}
    """

  static let game = """
    {{>head}}<section class="lead" aria-label="In short"><p>{{{standing}}}</p></section>
    <section aria-labelledby="h-figures"><h2 id="h-figures">{{periodTitle}}</h2>
    {{>cards}}</section>
    <section aria-labelledby="h-days"><h2 id="h-days">Day by day</h2>
    {{{days}}}</section>
    <section aria-labelledby="h-each"><h2 id="h-each">In numbers</h2>
    {{{section}}}</section>
    {{{glossary}}}{{>foot}}
    """
}
