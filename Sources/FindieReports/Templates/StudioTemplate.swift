/// A studio's page.
enum StudioTemplate {
  static let page = """
    {{>head}}<section class="lead" aria-label="In short">
    {{#sentences}}<p>{{{.}}}</p>
    {{/sentences}}</section>
    {{#isEmpty}}<section aria-labelledby="h-soon"><h2 id="h-soon">What will stand here</h2>
    <ul class="facts"><li>How often your games’ cards were seen, and by how many players.</li>
    <li>How many of them liked, saved or passed on each game, with an honest interval.</li>
    <li>Whether it is more or less than in the four weeks before.</li></ul>
    <p class="note">The page is made anew every night. The first figures appear on the morning \
    after a \
    player first meets one of your games.</p></section>
    {{/isEmpty}}{{^isEmpty}}<section aria-labelledby="h-figures"><h2 \
    id="h-figures">{{periodTitle}}</h2>
    {{>cards}}</section>
    <section aria-labelledby="h-days"><h2 id="h-days">Day by day</h2>
    {{#chart}}{{{.}}}{{/chart}}{{#noChart}}<p class="note">{{.}}</p>{{/noChart}}</section>
    {{#hasFunnel}}<section aria-labelledby="h-funnel"><h2 id="h-funnel">From card to shop</h2>
    {{>funnel}}</section>
    {{/hasFunnel}}{{/isEmpty}}{{#hasGames}}{{>games}}{{/hasGames}}{{^isEmpty}}
    <section aria-labelledby="h-ever"><h2 id="h-ever">All time</h2>
    <p class="note">{{everSentence}}</p>
    {{#ever}}{{>cards}}{{/ever}}</section>
    {{{glossary}}}{{/isEmpty}}{{>foot}}
    """

  static let games = """
    <section aria-labelledby="h-games"><h2 id="h-games">Your games</h2>
    <div class="wide" tabindex="0" role="region" aria-label="Your games, table"><table>
    <caption>{{gamesCaption}}</caption>
    <thead><tr><th scope="col">Game</th>{{#columns}}<th scope="col"\
    {{#isInterval}} class="iv-cell"{{/isInterval}}>{{name}}</th>{{/columns}}\
    {{#hasSparks}}<th scope="col">Over time</th>{{/hasSparks}}</tr></thead><tbody>
    {{#games}}<tr><th scope="row"><bdi>{{title}}</bdi><small>{{status}}</small></th>\
    {{#cells}}<td{{#isInterval}} class="iv-cell"{{/isInterval}}>{{{html}}}</td>{{/cells}}\
    {{#hasSparks}}<td>{{{spark}}}</td>{{/hasSparks}}</tr>
    {{/games}}</tbody></table></div></section>

    """
}
