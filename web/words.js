// @ts-check
// Everything the pages say, in English and French; `{0}`, `{1}` … are gaps. Where a number decides,
// there is a text for each form the language has (`one`, `other`); `by` says which gap has the
// number. Names of games, sides, options and buttons come from the games themselves, reasons and
// questions from the rules.

import { choose, settings } from './settings.js';

/** @typedef {'en' | 'fr'} Lang */
/** @typedef {{en: string, fr: string}} Both */

/** @typedef {string | {one: string, other: string, by?: number}} Text */

export const WORDS = {
  // every page
  skip: ['Skip to the content', 'Aller au contenu'],
  games: ['Games', 'Jeux'],
  api: ['API', 'API'],
  mainNav: ['Pages', 'Pages'],
  otherLang: ['Français', 'English'],
  toDark: ['Dark colours', 'Couleurs sombres'],
  toLight: ['Light colours', 'Couleurs claires'],
  soundOn: ['Sounds: off', 'Sons : non'],
  soundOff: ['Sounds: on', 'Sons : oui'],
  close: ['Close', 'Fermer'],
  cancel: ['Cancel', 'Annuler'],
  retry: ['Try again', 'Réessayer'],
  noEngine: ['The rules could not be loaded: {0}', 'Les règles n’ont pas pu être chargées : {0}'],
  problem: ['This cannot be shown', 'Ceci ne peut être affiché'],
  missing: ['Nothing here', 'Rien ici'],
  missingText: ['There is no page at this address.', 'Il n’y a pas de page à cette adresse.'],
  noServer: ['The server does not answer.', 'Le serveur ne répond pas.'],
  // home
  homeTitle: ['{0} games for two', '{0} jeux pour deux'],
  homeLead: [
    'Play a friend or the computer, here or over a link, without an account and without a network.',
    'Jouez contre un ami ou contre l’ordinateur, ici ou par un lien, sans compte et sans réseau.',
  ],
  sizeLine: [
    { one: '{0} × {1}, {2} pawn each', other: '{0} × {1}, {2} pawns each', by: 2 },
    { one: '{0} × {1}, {2} pion chacun', other: '{0} × {1}, {2} pions chacun', by: 2 },
  ],
  play: ['Play', 'Jouer'],
  playGame: ['Play {0}', 'Jouer à {0}'],
  rules: ['Rules', 'Règles'],
  refused: ['refused', 'refusé'],
  rulesOf: ['Rules of {0}', 'Règles : {0}'],
  resume: ['Continue', 'Continuer'],
  yourGame: ['Your game of {0}', 'Votre partie : {0}'],
  resumeLine: ['Turn {0}, {1} to move', 'Tour {0}, trait : {1}'],
  resumeYou: ['Turn {0}, you are {1}', 'Tour {0}, vous jouez : {1}'],
  moreGames: ['All {0} unfinished games', 'Les {0} parties en cours'],
  unfinished: ['Unfinished games', 'Parties en cours'],
  forget: ['Remove', 'Retirer'],
  openRecord: ['Open a record', 'Ouvrir une partie'],
  worksOffline: ['Works offline', 'Marche hors ligne'],
  installed: [
    'Everything is stored in this browser: games against the computer work without a network.',
    'Tout est enregistré dans ce navigateur : les parties contre l’ordinateur marchent sans réseau.',
  ],
  storing: [
    'The pages are being stored in this browser; in a moment they work without a network.',
    'Les pages s’enregistrent dans ce navigateur ; dans un instant elles marcheront sans réseau.',
  ],
  notOffline: [
    'This browser stores pages for offline use only from a secure address (https, or this very machine).',
    'Ce navigateur ne garde les pages hors ligne que depuis une adresse sûre (https, ou cette machine même).',
  ],
  pasteRecord: [
    'Paste the text of a record, or choose a file. A file can also be dropped anywhere on the page.',
    'Collez le texte d’une partie, ou choisissez un fichier. On peut aussi déposer un fichier n’importe où sur la page.',
  ],
  recordText: ['Text of the record', 'Texte de la partie'],
  chooseFile: ['Choose a file', 'Choisir un fichier'],
  show: ['Show', 'Afficher'],
  recordTooLong: [
    'This text is too long for a record: one may have a million bytes.',
    'Ce texte est trop long pour une partie : un million d’octets au plus.',
  ],
  // storage
  notStored: [
    'This browser could not store this game: it will be lost with this page.',
    'Ce navigateur n’a pas pu enregistrer cette partie : elle disparaîtra avec cette page.',
  ],
  seatNotStored: [
    'This browser could not store your seat: keep your private link.',
    'Ce navigateur n’a pas pu enregistrer votre place : gardez votre lien privé.',
  ],
  evicted: [
    {
      one: 'The storage of this browser is full: {0} finished game was removed.',
      other: 'The storage of this browser is full: {0} finished games were removed.',
    },
    {
      one: 'Ce navigateur n’a plus de place : {0} partie finie a été retirée.',
      other: 'Ce navigateur n’a plus de place : {0} parties finies ont été retirées.',
    },
  ],
  setAside: [
    {
      one: '{0} stored entry could not be read and was set aside.',
      other: '{0} stored entries could not be read and were set aside.',
    },
    {
      one: '{0} enregistrement illisible a été mis de côté.',
      other: '{0} enregistrements illisibles ont été mis de côté.',
    },
  ],
  discard: ['Delete', 'Supprimer'],
  newVersion: [
    'These pages have been renewed: reload to go on. Your game is kept.',
    'Ces pages ont été renouvelées : rechargez pour continuer. Votre partie est gardée.',
  ],
  reload: ['Reload', 'Recharger'],
  // players
  you: ['You', 'Vous'],
  person: ['Player', 'Joueur'],
  friend: ['Your friend', 'Votre ami'],
  computer: ['Computer, level {0}', 'Ordinateur, niveau {0}'],
  computerPerfect: ['Computer, perfect', 'Ordinateur, parfait'],
  computerStrongest: ['Computer, strongest', 'Ordinateur, au plus fort'],
  perfect: ['Perfect', 'Parfait'],
  strongest: ['Strongest', 'Le plus fort'],
  lastExact: ['last turn exact', 'dernier tour exact'],
  lastSearched: ['last turn by search', 'dernier tour cherché'],
  yourTurn: ['Your turn', 'À vous'],
  toMove: ['To move', 'Au trait'],
  wins: ['Wins', 'Gagne'],
  here: ['Here', 'Présent'],
  away: ['Away', 'Absent'],
  notJoined: ['Not here yet', 'Pas encore là'],
  inHand: ['{0} to place', '{0} à poser'],
  toPlace: ['to place', 'à poser'],
  taken: ['{0} taken', '{0} pris'],
  // kinds of game
  twoHere: ['Two players on this device', 'Deux joueurs sur cet appareil'],
  against: ['Against the computer, level {0}', 'Contre l’ordinateur, niveau {0}'],
  againstStrongest: ['Against the computer at its strongest', 'Contre l’ordinateur au plus fort'],
  exactAll: [
    'Exact tables know every position: it never errs',
    'Des tables exactes connaissent chaque position : il ne se trompe jamais',
  ],
  exactLate: [
    'It searches; exact once few pawns are left',
    'Il cherche ; exact dès qu’il reste peu de pions',
  ],
  exactNever: [
    'It searches; there are no exact tables for these options',
    'Il cherche ; ces options n’ont pas de tables exactes',
  ],
  exactMissing: [
    'The exact tables cannot be had now: it searches',
    'Les tables exactes manquent pour l’instant : il cherche',
  ],
  byLink: ['Friend by link', 'Ami par un lien'],
  watching: ['You are watching', 'Vous regardez'],
  aRecord: ['From a record', 'Partie enregistrée'],
  optionValue: ['{0}: {1}', '{0} : {1}'],
  shortHere: ['two here', 'à deux ici'],
  shortLevel: ['level {0}', 'niveau {0}'],
  shortRecord: ['record', 'enregistrée'],
  shortLink: ['by link', 'par lien'],
  shortWatching: ['watching', 'en spectateur'],
  shortInvited: ['invitation', 'invitation'],
  // prompt
  moveWhere: ['Pawn on {0}: choose a marked cell', 'Pion en {0} : choisir une case marquée'],
  helpGo: ['go to {0}', 'aller en {0}'],
  helpTake: ['capture on {0}', 'prendre en {0}'],
  helpSwap: ['change places with {0}', 'échanger avec {0}'],
  helpAny: ['Any of the {0} marked cells.', 'L’une des {0} cases marquées.'],
  helpForced: ['Only captures are possible: {0}.', 'Seules des prises sont possibles : {0}.'],
  helpPawns: ['Able to move: {0}.', 'Peuvent bouger : {0}.'],
  helpEnd: ['end the turn here', 'terminer ici'],
  goOn: ['One more step?', 'Encore un pas ?'],
  or: [' or ', ' ou '],
  onlyTurn: ['Only one turn is possible: {0}', 'Un seul tour est possible : {0}'],
  playTurn: ['Play {0}', 'Jouer {0}'],
  confirmTurn: ['Play {0}?', 'Jouer {0} ?'],
  back: ['Back', 'Retour'],
  escKey: ['Esc', 'Échap'],
  thinking: ['The computer is thinking', 'L’ordinateur réfléchit'],
  fetching: ['Getting the exact tables', 'Préparation des tables exactes'],
  thinkingStop: ['Play now', 'Jouer maintenant'],
  waitTurn: ['{0} to move', 'Au tour de {0}'],
  waitFriend: ['Your friend’s turn', 'C’est à votre ami'],
  waitJoin: ['Waiting for your friend', 'En attente de votre ami'],
  waitJoinHelp: [
    'Send the link; the game begins as soon as it is opened.',
    'Envoyez le lien ; la partie commence dès qu’il est ouvert.',
  ],
  invite: ['Invite', 'Inviter'],
  sending: ['Sending {0}', 'Envoi de {0}'],
  past: ['After turn {0} of {1}', 'Après le tour {0} sur {1}'],
  pastStart: ['The start of the game', 'Le début de la partie'],
  pastHelp: [
    'An earlier position. The game goes on at the last turn.',
    'Une position passée. La partie continue au dernier tour.',
  ],
  present: ['Back to the game', 'Revenir au jeu'],
  playFrom: ['Play from here', 'Jouer d’ici'],
  notYours: ['It is {0}’s turn.', 'C’est à {0} de jouer.'],
  notYoursFriend: ['It is your friend’s turn.', 'C’est à votre ami de jouer.'],
  notYoursComputer: ['It is the computer’s turn.', 'C’est à l’ordinateur de jouer.'],
  elsewhere: ['This game is open in another tab', 'Cette partie est ouverte dans un autre onglet'],
  elsewhereHelp: [
    'Here it can be watched. Only one tab at a time plays it.',
    'On peut la suivre ici. Un seul onglet à la fois la joue.',
  ],
  playHere: ['Play here', 'Jouer ici'],
  twice: [
    'This position has occurred twice; the third time is a draw.',
    'Cette position est apparue deux fois ; la troisième fait nulle.',
  ],
  lotDrawn: ['Drawn by lot: {0} begins.', 'Tiré au sort : {0} commence.'],
  noLevels: [
    'This build has no computer opponent for this game.',
    'Cette version n’a pas d’adversaire pour ce jeu.',
  ],
  engineStopped: [
    'The computer could not find a turn: {0}',
    'L’ordinateur n’a pas trouvé de tour : {0}',
  ],
  hintLine: ['Hint: {0}, {1}.', 'Conseil : {0}, {1}.'],
  hintWin: [
    { one: 'wins in {0} turn', other: 'wins in {0} turns' },
    { one: 'gagne en {0} tour', other: 'gagne en {0} tours' },
  ],
  hintWinSome: ['wins', 'gagne'],
  hintDraw: ['keeps the draw', 'garde la nulle'],
  hintLoss: [
    { one: 'holds out for {0} turn', other: 'holds out for {0} turns' },
    { one: 'résiste {0} tour', other: 'résiste {0} tours' },
  ],
  hintLossSome: ['loses against best play', 'perd contre le meilleur jeu'],
  hintBest: ['the best the computer found', 'le meilleur que l’ordinateur ait trouvé'],
  hintSeeking: ['Looking for a good turn', 'Recherche d’un bon tour'],
  button_ccw: ['¼ left', '¼ à gauche'],
  button_cw: ['¼ right', '¼ à droite'],
  button_half: ['½ turn', '½ tour'],
  // actions
  undo: ['Undo', 'Reprendre'],
  redo: ['Redo', 'Rejouer'],
  hint: ['Hint', 'Conseil'],
  flip: ['Flip', 'Retourner'],
  draw: ['Draw', 'Nulle'],
  resign: ['Resign', 'Abandon'],
  more: ['More', 'Plus'],
  menu: ['Menu', 'Menu'],
  newGame: ['New game', 'Nouvelle partie'],
  askResign: ['{0} resigns?', '{0} abandonne ?'],
  askResignYou: ['Resign this game?', 'Abandonner cette partie ?'],
  askAbort: ['Abort this game? Nobody wins it.', 'Annuler cette partie ? Personne ne la gagne.'],
  keepPlaying: ['Keep playing', 'Continuer'],
  abort: ['Abort the game', 'Annuler la partie'],
  offerDraw: ['Offer a draw?', 'Proposer la nulle ?'],
  offerDrawDo: ['Offer a draw', 'Proposer la nulle'],
  offersDraw: ['{0} offers a draw', '{0} propose la nulle'],
  accept: ['Accept', 'Accepter'],
  decline: ['Decline', 'Refuser'],
  drawDeclined: ['The draw is declined.', 'La nulle est refusée.'],
  drawOffered: ['You have offered a draw.', 'Vous avez proposé la nulle.'],
  computerDeclines: ['The computer declines the draw.', 'L’ordinateur refuse la nulle.'],
  askTakeback: ['{0} asks to take the last turn back', '{0} demande à reprendre son dernier tour'],
  takebackAsked: [
    'You have asked to take your turn back.',
    'Vous avez demandé à reprendre votre tour.',
  ],
  takebackDeclined: ['The takeback is declined.', 'La reprise est refusée.'],
  undone: ['{0} is taken back', '{0} est repris'],
  redone: ['{0} is played again', '{0} est rejoué'],
  gone: ['{0} has been away for {1}.', '{0} est absent depuis {1}.'],
  goneWait: ['You may claim the game in {0}.', 'Vous pourrez réclamer la partie dans {0}.'],
  claimWin: ['Claim the win', 'Réclamer le gain'],
  // over
  won: ['{0} wins', '{0} gagne'],
  wonBy: ['{0} wins, {1}', '{0} gagne, {1}'],
  youWon: ['You win', 'Vous gagnez'],
  youLost: ['You lose', 'Vous perdez'],
  drawn: ['Draw', 'Partie nulle'],
  aborted: ['The game was aborted', 'La partie a été annulée'],
  rematch: ['Rematch', 'Revanche'],
  nextGame: ['Next game', 'Partie suivante'],
  rematchAsked: ['You have offered a rematch.', 'Vous avez proposé une revanche.'],
  rematchDeclined: ['The rematch is declined.', 'La revanche est refusée.'],
  sequelAsked: ['You have offered a {0}.', 'Vous avez proposé un {0}.'],
  rematchOffered: ['{0} offers a rematch', '{0} propose une revanche'],
  sequelOffered: ['{0} offers a {1}', '{0} propose un {1}'],
  sequelHelp: [
    'The rules grant a {0} after a win: the rematch that wipes out the defeat.',
    'Les règles accordent un {0} après un gain : la revanche qui efface la défaite.',
  ],
  how_goal: ['goal reached', 'but atteint'],
  'how_no turn': ['no legal turn left', 'plus aucun tour possible'],
  how_resigned: ['resignation', 'abandon'],
  how_time: ['time is up', 'temps écoulé'],
  how_repetition: [
    'the same position for the third time',
    'la même position pour la troisième fois',
  ],
  how_agreement: ['draw agreed', 'nulle par accord'],
  how_abandoned: ['a player left', 'un joueur est parti'],
  how_rule: ['draw by the rules', 'nulle selon les règles'],
  how_aborted: ['aborted', 'annulée'],
  // turns
  turns: ['Turns', 'Tours'],
  instead: ['Instead:', 'Ou bien :'],
  noTurns: ['None yet', 'Aucun pour l’instant'],
  turnNumber: ['Turn {0}, {1}: {2}', 'Tour {0}, {1} : {2}'],
  toFirst: ['To the start', 'Au début'],
  toBack: ['One turn back', 'Un tour en arrière'],
  toForward: ['One turn forward', 'Un tour en avant'],
  toLast: ['To the last turn', 'Au dernier tour'],
  typeTitle: ['Type a turn, or choose from the list', 'Taper un tour, ou choisir dans la liste'],
  typeLabel: ['Turn', 'Tour'],
  enter: ['Enter', 'Jouer'],
  legalCount: [
    { one: '{0} legal turn', other: '{0} legal turns' },
    { one: '{0} tour permis', other: '{0} tours permis' },
  ],
  legalMatch: [
    { one: '{0} of {1} legal turn', other: '{0} of {1} legal turns', by: 1 },
    { one: '{0} tour permis sur {1}', other: '{0} tours permis sur {1}' },
  ],
  legalMore: [
    'More than {0} legal turns; type any of them',
    'Plus de {0} tours permis ; tapez n’importe lequel',
  ],
  // cells
  boardOf: ['Board of {0}', 'Plateau : {0}'],
  cellEmpty: ['{0}, empty', '{0}, vide'],
  cellPawn: ['{0}, {1}', '{0}, {1}'],
  cellSelected: ['selected', 'choisi'],
  cellGo: ['may go here', 'destination possible'],
  cellTake: ['can be captured', 'peut être pris'],
  cellSwap: ['can change places', 'échange possible'],
  cellAttacked: ['attacked, must be sent away', 'attaqué, à envoyer ailleurs'],
  cellTaken: ['taken in this turn', 'pris dans ce tour'],
  cellMovable: ['can move', 'peut bouger'],
  cellForced: ['must move', 'doit bouger'],
  cellHuff: ['may be taken off', 'peut être retiré'],
  cellLast: ['last turn', 'dernier tour'],
  cellLine: ['line {0}', 'ligne {0}'],
  // new game
  newOf: ['New game of {0}', 'Nouvelle partie : {0}'],
  opponent: ['Opponent', 'Adversaire'],
  oppHere: ['Person here', 'Ici à deux'],
  oppLink: ['Friend by link', 'Ami par lien'],
  oppComputer: ['Computer', 'Ordinateur'],
  level: ['Level', 'Niveau'],
  youPlay: ['You play', 'Vous jouez'],
  byLot: ['By lot', 'Au sort'],
  lot: ['Drawn by lot', 'Tiré au sort'],
  clock: ['Clock', 'Pendule'],
  noClock: ['None', 'Sans'],
  clockValue: ['{0} min + {1} s', '{0} min + {1} s'],
  clockShort: ['{0}\u00a0+\u00a0{1}', '{0}\u00a0+\u00a0{1}'],
  clockHelp: [
    'Minutes for each player, seconds added per turn.',
    'Minutes par joueur, secondes ajoutées à chaque tour.',
  ],
  ruleOptions: ['Rule options', 'Options de règles'],
  allSheet: ['all as on the sheet', 'toutes comme sur la feuille'],
  someChanged: ['{0} changed', { one: '{0} modifiée', other: '{0} modifiées' }],
  start: ['Start game', 'Commencer'],
  createLink: ['Create the link', 'Créer le lien'],
  offlineFriend: [
    'A friend by link needs the server, which does not answer now.',
    'Un ami par lien demande le serveur, qui ne répond pas pour l’instant.',
  ],
  // invitation
  inviteTitle: ['Invite a friend', 'Inviter un ami'],
  inviteText: [
    'Send this link. Whoever opens it first plays the other side; others watch.',
    'Envoyez ce lien. Qui l’ouvre en premier joue l’autre camp ; les autres regardent.',
  ],
  inviteLink: ['Link for your friend', 'Lien pour votre ami'],
  seatLink: ['Your private link', 'Votre lien privé'],
  seatText: [
    'It keeps your seat on another device. Do not share it.',
    'Il garde votre place sur un autre appareil. Ne le partagez pas.',
  ],
  copy: ['Copy', 'Copier'],
  copied: ['Copied', 'Copié'],
  share: ['Share', 'Partager'],
  loopback: [
    'This server listens on this machine only, so the link works only here.',
    'Ce serveur n’écoute que sur cette machine : le lien ne marche qu’ici.',
  ],
  loopbackHow: [
    'To play from another device of your network, start it with {0}; its address there is {1}.',
    'Pour jouer depuis un autre appareil de votre réseau, démarrez-le avec {0} ; son adresse y est {1}.',
  ],
  otherAddress: ['The same at another address', 'Le même à une autre adresse'],
  join: ['Join', 'Rejoindre'],
  joinTitle: ['A friend invites you', 'Un ami vous invite'],
  joinText: ['{0}: you play {1}. {2}', '{0} : vous jouez {1}. {2}'],
  watch: ['Watch', 'Regarder'],
  seatFull: [
    'Both seats are taken; you are watching.',
    'Les deux places sont prises ; vous regardez.',
  ],
  seatKept: [
    'You keep your own seat at this game; that of the link was not used.',
    'Vous gardez votre place dans cette partie ; celle du lien n’a pas servi.',
  ],
  // connection
  connecting: ['Connecting', 'Connexion'],
  lost: [
    'The connection is lost; trying again in {0} s.',
    'La connexion est perdue ; nouvel essai dans {0} s.',
  ],
  unknownGame: [
    'There is no such game. The link may be incomplete, or the game was removed.',
    'Cette partie n’existe pas. Le lien est peut-être incomplet, ou la partie a été supprimée.',
  ],
  notHere: [
    'This game is not kept in this browser: it was removed, or begun in another one.',
    'Cette partie n’est pas gardée dans ce navigateur : elle a été retirée, ou commencée dans un autre.',
  ],
  // more
  moreTitle: ['Board and record', 'Plateau et partie'],
  boardWord: ['Board', 'Plateau'],
  recordWord: ['Record', 'Partie'],
  coordinates: ['Coordinates', 'Coordonnées'],
  confirmTouch: ['Confirm turns on touch', 'Confirmer les tours au toucher'],
  sounds: ['Sounds', 'Sons'],
  shortcuts: ['Short cuts of one letter or digit', 'Raccourcis d’une lettre ou d’un chiffre'],
  rotate: ['Rotate', 'Tourner'],
  copyLink: ['Copy link', 'Copier le lien'],
  copyRecord: ['Copy record', 'Copier la partie'],
  saveRecord: ['Download', 'Télécharger'],
  saveSvg: ['Board as SVG', 'Plateau en SVG'],
  savePng: ['Board as PNG', 'Plateau en PNG'],
  position: ['Position', 'Position'],
  keys: ['Keys', 'Touches'],
  // keyboard help
  keyEnterName: ['Enter, Space', 'Entrée, Espace'],
  keyStepName: ['[ ]', '[ ]'],
  keyBoardName: ['PgUp PgDn Home End', 'PgPréc PgSuiv Début Fin'],
  shiftKey: ['Shift + {0}', 'Maj + {0}'],
  keyArrows: ['move over the board', 'se déplacer sur le plateau'],
  keyEnter: ['click the cell', 'cliquer sur la case'],
  keyEsc: ['one step back', 'un pas en arrière'],
  keyDigits: ['press a numbered button', 'presser un bouton numéroté'],
  keyLetters: ['type a turn', 'taper un tour'],
  keyStep: ['step through the turns', 'parcourir les tours'],
  keyBoard: ['the same, on the board', 'de même, sur le plateau'],
  keyUndo: ['undo', 'reprendre'],
  keyRedo: ['redo', 'rejouer'],
  keyFlip: ['flip the board', 'retourner le plateau'],
  keyNew: ['new game', 'nouvelle partie'],
  keyRules: ['rules', 'règles'],
  // announcements
  sayTurn: ['{0}: {1}.', '{0} : {1}.'],
  sayYour: ['Your turn.', 'À vous.'],
  sayOver: ['The game is over. {0}.', 'La partie est finie. {0}.'],
  sayOverWhy: ['The game is over. {0}: {1}.', 'La partie est finie. {0} : {1}.'],
  isOver: ['The game is over.', 'La partie est finie.'],
  tabTurn: ['Your turn', 'À vous'],
  // api
  apiTitle: ['The API', 'L’API'],
  apiLead: [
    'Everything this program knows about the games, for other programs: JSON over HTTP, described by OpenAPI. ' +
      'The examples below run against this server.',
    'Tout ce que ce programme sait des jeux, pour d’autres programmes : du JSON par HTTP, décrit par OpenAPI. ' +
      'Les exemples ci-dessous s’adressent à ce serveur.',
  ],
  apiSpec: ['OpenAPI description', 'Description OpenAPI'],
  run: ['Run', 'Exécuter'],
  answer: ['Answer', 'Réponse'],
  answerIn: ['{0}, {1} ms', '{0}, {1} ms'],
  optional: ['optional', 'facultatif'],
  body: ['Body', 'Corps'],
};

/** @typedef {keyof typeof WORDS} Word */

/** @returns {Lang} */
const fromBrowser = () => (/^fr/i.test(navigator.language) ? 'fr' : 'en');

/** @returns {Lang} */
export const lang = () => settings.lang || fromBrowser();

/** @param {Lang} chosen */
export function setLang(chosen) {
  document.documentElement.lang = chosen;
  choose('lang', chosen);
}

/**
 * A text in the language of the page, its gaps filled.
 * @param {Word} word @param {...(string | number)} gaps
 */
export function t(word, ...gaps) {
  const french = lang() === 'fr',
    text = form(WORDS[word][french ? 1 : 0], gaps);
  return fillGaps(french ? bound(text) : text, gaps);
}

/** Which form of a word each language wants for a number. @type {Map<string, Intl.PluralRules>} */
const plurals = new Map();

/** The form that the number wants. @param {Text} text @param {(string | number)[]} gaps */
function form(text, gaps) {
  if (typeof text === 'string') return text;
  const rules = plurals.get(lang()) ?? new Intl.PluralRules(lang());
  plurals.set(lang(), rules);
  return rules.select(Number(gaps[text.by ?? 0])) === 'one' ? text.one : text.other;
}

/** French puts a space before some marks, and no line may begin with them. @param {string} text */
const bound = text => text.replace(/ (?=[:;?!»])/g, '\u00a0');

/** @param {string} text @param {(string | number)[]} gaps */
const fillGaps = (text, gaps) => text.replace(/\{(\d)\}/g, (all, i) => String(gaps[+i] ?? all));

/** What a game says of itself. @param {Both} both */
export const pick = both => both[lang()];

/** Whether there is a text of this name. @param {string} name @returns {name is Word} */
export const isWord = name => Object.hasOwn(WORDS, name);

/** `a, b or c`. @param {string[]} items */
export const anyOf = items =>
  items.length < 2
    ? items.join('')
    : items.slice(0, -1).join(', ') + t('or') + items[items.length - 1];

/** With a capital letter, unless it begins with the name of a cell. @param {string} text */
export const capital = text =>
  /^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

const NUMBERS = [
  ['no', 'zéro'],
  ['one', 'un'],
  ['two', 'deux'],
  ['three', 'trois'],
  ['four', 'quatre'],
  ['five', 'cinq'],
  ['six', 'six'],
  ['seven', 'sept'],
  ['eight', 'huit'],
  ['nine', 'neuf'],
  ['ten', 'dix'],
];

/** A small number in words. @param {number} n */
export const inWords = n => NUMBERS[n]?.[lang() === 'fr' ? 1 : 0] ?? String(n);

/** A length of time in words as short as they come. @param {number} seconds */
export const span = seconds =>
  seconds < 90 ? `${Math.max(0, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
