"""Around the events: ratings, championships, leagues, roles."""

from typing import Literal

from padd.rulebooks.sections.section import Edition, Force, Section

Level = int


class RatingFormula(Section, frozen=True):
    """The constants of the expected score and the score of each result."""

    scale: int
    base: int
    win: float
    tie: float
    loss: float
    basis: Literal["before-the-event"]


class Reporting(Section, frozen=True):
    """When results are to be reported and processed."""

    days: int
    force: Force | Literal["preferably"]
    processed_at_once_days: int | None
    refresh_days: int | None


class RatingRules(Section, frozen=True):
    """Ratings, and the reporting of results that feeds them."""

    start: int
    least: int
    most: int
    k: dict[Level, int]
    formula: RatingFormula
    lists: dict[str, tuple[str, ...]]
    """The formats that each list takes in."""
    rated_results: tuple[str, ...]
    final_confrontation_rated: bool | None
    match_play: Literal["one-per-match"] | None
    tribbles: Literal["pairwise"] | None
    report: Reporting


class ChampionshipProfile(Section, frozen=True):
    """A kind of high-level event, and the months of its season."""

    title: str
    level: Level
    k: int
    first_month: int
    last_month: int


class PlaceAward(Section, frozen=True, kw_only=True):
    """A bye or a head start that a place wins."""

    place: int
    games: tuple[Edition, ...]
    more_than: int | None = None
    """The attendance that must be exceeded."""
    bye_rounds: tuple[int, ...] = ()
    head_start: int = 0
    into: Literal["continental", "world"]
    year: Literal["same", "following", "next"]
    """Next is the next such event, even if in the following year."""
    where: Literal["any-continent", "same-continent"] | None = None


class Championships(Section, frozen=True):
    """The kinds of high-level events."""

    regional: ChampionshipProfile
    national: ChampionshipProfile
    masters: ChampionshipProfile | None
    continental: ChampionshipProfile
    world: ChampionshipProfile


class Awards(Section, frozen=True):
    """The byes and head starts that each kind of event gives."""

    regional: tuple[PlaceAward, ...]
    national: tuple[PlaceAward, ...]
    masters: tuple[PlaceAward, ...]
    continental: tuple[PlaceAward, ...]
    world: tuple[PlaceAward, ...]


class Applications(Section, frozen=True):
    """When applications open and close."""

    open: str
    close: str | None


class SeasonConflict(Section, frozen=True):
    """Events that need special approval in the Continental and World season."""

    kinds: tuple[str, ...]
    first_month: int
    last_month: int
    same_weekend: Literal["never"] | None
    next_weekend: Literal["case-by-case"] | None


class ReleaseEvents(Section, frozen=True):
    """Tournaments that celebrate a new set."""

    editions: tuple[str, ...]
    set_named: bool
    new_cards_legal: bool
    online_after_release: bool | None
    close_days: int


class Challenge(Section, frozen=True):
    """The one-off event that the Chair nominates."""

    title: str
    suggestions_to: tuple[str, ...]


class PointsRow(Section, frozen=True, kw_only=True):
    """The points of each band of places, for a number of players."""

    least: int
    most: int | None = None
    points: tuple[int, ...]


class MastersPoints(Section, frozen=True):
    """The table of Masters points."""

    bands: tuple[tuple[int, int], ...] | None
    points: tuple[PointsRow, ...] | None
    beyond_last_band: Literal["last-band"] | None


class StageRules(Section, frozen=True):
    """How a championship of several events is counted and ranked."""

    counted: tuple[str, ...]
    order: tuple[str, ...]
    tribbles_order: tuple[str, ...]
    disqualified_everywhere: bool


class ChampionshipRules(Section, frozen=True):
    """Levels, seasons, awards and Masters points."""

    series: str
    levels: dict[Level, tuple[str, ...]]
    events: Championships
    season_months: int
    seasons_firm: bool
    allocation: dict[str, str]
    nationals_per_country: int
    regional_applications: Applications
    application_states: tuple[str, ...]
    conflict: SeasonConflict
    stages: StageRules
    awards: Awards
    awards_transferable: bool
    continents: tuple[str, ...]
    release: ReleaseEvents
    challenge: Challenge
    masters: MastersPoints


class Forming(Section, frozen=True):
    """What it takes to form a league."""

    players: int
    contact: Literal["director-of-organized-play", "department-member"]
    states: tuple[str, ...]


class SeasonPart(Section, frozen=True):
    """One part of a league season."""

    name: str
    first_month: int
    last_month: int
    events: int


class LeagueSeason(Section, frozen=True):
    """The full and the short season."""

    full: tuple[SeasonPart, ...]
    short: tuple[SeasonPart, ...] | None
    full_rhythm: str
    short_rhythm: str | None


class Qualifying(Section, frozen=True):
    """Who qualifies for the playoffs."""

    announced: Literal["before-first-event"]
    usual: int | None
    basis: Literal["half-season", "season"]
    bonus_counts: bool
    replaced: bool
    tiebreaks: tuple[str, ...]


class LeaguePromos(Section, frozen=True):
    """When league promos are printable and free to play."""

    printable_from: str
    free_from: str


class LeaguePoints(Section, frozen=True):
    """The table of league points."""

    least_players: int
    bands: tuple[tuple[int, int], ...]
    table: tuple[PointsRow, ...]
    beyond_last_band: Literal["last-band"]
    without_places: tuple[str, ...]


class HeadquartersBonus(Section, frozen=True):
    """Bonus points for a different headquarters."""

    different: int
    unused: int
    affiliation: bool
    percent: int
    non_aligned_percent: int


class ParticipationBonus(Section, frozen=True):
    """Bonus points for a first event, or for returning."""

    first: int
    returning: int
    absent_more_than: int


class NewMissionBonus(Section, frozen=True):
    """Bonus points for new missions."""

    points: int
    headquarters: bool


class LeagueBonus(Section, frozen=True):
    """The bonus schemes that a league may use."""

    games: tuple[Edition, ...] | None
    count_in: tuple[str, ...]
    headquarters: HeadquartersBonus
    participation: ParticipationBonus
    new_mission: NewMissionBonus


class Playoffs(Section, frozen=True):
    """Who plays in the playoffs, for what, and how they are ranked."""

    open_to: Literal["all"]
    points: Literal["league-points-of-the-event"]
    bonus_counts: bool
    ranking: tuple[str, ...]


class ChampionsLeague(Section, frozen=True):
    """The event before the World Championships for the best of the leagues."""

    held: Literal["may", "will"]
    entry_points: int
    waivable: bool
    seeded_by: Literal["lifetime-points"]
    best_of: int
    bracket: str
    bye_rounds: tuple[int, ...]
    games: tuple[Edition, ...]


class LeagueRules(Section, frozen=True):
    """Leagues, their points, playoffs, and the Champions League."""

    first_month: int
    last_month: int
    unsanctioned_events: bool
    forming: Forming
    season: LeagueSeason
    qualifying: Qualifying
    promos: LeaguePromos
    points: LeaguePoints
    bonus: LeagueBonus
    playoffs: Playoffs
    champions_league: ChampionsLeague


class DirectorPlays(Section, frozen=True):
    """Whether and when a director may play in their own event."""

    allowed: Literal["with-approval", "no"] | None
    voters: Literal["other-players", "all-players"] | None
    more_than_percent: int | None
    deputies: tuple[str, ...] | None
    advised_most: int | None
    advised_counts: Literal["other-players", "all-players"] | None
    not_if_bye: bool | None
    high_level: Literal["mandate-not-to", "ask-not-to"] | None


class Video(Section, frozen=True):
    """Filming matches and publishing them."""

    allowed_by: tuple[str, ...] | None
    result_final: bool | None
    sent_to: str | None
    breach_levels: tuple[Level, ...] | None


class RoleRules(Section, frozen=True):
    """Who governs, who directs, who decides."""

    governed_by: str
    head: str | None
    coordinators: tuple[str, ...]
    vacant_falls_to: str | None
    other_offices: tuple[str, ...]
    staff: tuple[str, ...]
    contact: tuple[str, ...]
    concerns_to: tuple[str, ...] | None
    final_authority: Literal["tournament-director"]
    interim_rulings: str | None
    director_plays: DirectorPlays
    decides: dict[str, str]
    video: Video
    governs: tuple[str, ...] | None
    head_does: tuple[str, ...] | None
    coordinators_do: tuple[str, ...] | None
    questions_to: str
    new_versions: Literal["as-needed", "after-each-expansion"] | None
    suggestions_to: str | None
    heard_before_ruling: tuple[str, ...] | None
