//! Names, ids, classes and attributes.

pub(crate) const SIMPLE: (&str, &[(&str, &str)]) = (
    "<!DOCTYPE html><html id=html><head id=head></head><body id=body>\
     <main id=menu><p id=p1>Soup</p><hr id=hr1><pre id=pre1><code id=c1>1</code><i id=i1>2</i></pre>\
     <p id=p2><a id=a1>x</a></p><address id=ad1><code id=c2></code><a id=a2><b id=b1></b></a></address></main>\
     <div id=empty></div>\
     <section id=classes class='broth'><p id=k1 class=clear></p><p id=k2 class=' clear\thot\nsalty '></p>\
     <div id=k3 class='salty clear hot'></div><div id=k4 class=clear-ish></div><p id=k5 class=Clear></p>\
     <span id=k6 class='スープ 出汁'></span><span id=k7 class=スープ></span><span id=k8 class='a:b'></span>\
     <span id=k9 class='x.y[5]z'></span></section>\
     <ul id=ids><li id=twice><li id=twice><li id='#odd:id'><li id='b.c[5]d'><li id=だし><li id=Twice></ul>",
    &[
        ("html", "html"),
        ("body", "body"),
        ("HTML > bOdY", "body"),
        ("nothing", ""),
        ("#menu>*", "p1 hr1 pre1 p2 ad1"),
        ("#menu > * > *", "c1 i1 a1 c2 a2"),
        ("#menu *", "p1 hr1 pre1 c1 i1 p2 a1 ad1 c2 a2 b1"),
        ("#empty>*", ""),
        ("#empty *", ""),
        ("#menu, #empty", "menu empty"),
        ("*#menu", "menu"),
        ("*|*#menu", "menu"),
        ("P#p1", "p1"),
        ("div#p1", ""),
        (".clear", "k1 k2 k3"),
        (".Clear", "k5"),
        (".broth .clear.salty.hot", "k2 k3"),
        ("p.clear.hot", "k2"),
        ("div.hot.clear", "k3"),
        (".clear.cold", ""),
        (".clear-ish", "k4"),
        (".cle", ""),
        (".スープ", "k6 k7"),
        (".出汁.スープ", "k6"),
        (".a\\:b", "k8"),
        (".x\\.y\\[5\\]z", "k9"),
        (".\\63lear", "k1 k2 k3"),
        (".\\000063lear", "k1 k2 k3"),
        ("#ids #twice", "twice twice"),
        ("#twice, #twice", "twice twice"),
        ("#twice, #Twice", "twice twice Twice"),
        ("li#twice, div#twice", "twice twice"),
        ("#ids #none", ""),
        ("#none #twice", ""),
        ("#twice#twice", "twice twice"),
        ("#twice#Twice", ""),
        ("#\\#odd\\:id", "#odd:id"),
        ("#b\\.c\\[5\\]d", "b.c[5]d"),
        ("#だし", "だし"),
        ("#だし, #\\#odd\\:id", "#odd:id だし"),
        ("/* soup */ #p1 /* , */", "p1"),
    ],
);

pub(crate) const PRESENCE: (&str, &[(&str, &str)]) = (
    "<!DOCTYPE html><div id=root><p id=a1 align=center></p><p id=a2 align=''></p><p id=a3 aline></p>\
     <p id=a4 data-align=center></p><a id=t1 title=Soup></a><b id=t2 TITLE=''></b>\
     <ul id=u1 data-味=旨味></ul><p id=e1 data-dish='\u{e9}'></p><p id=e2 data-dish_of='\u{e9}'></p>\
     <select id=s1><option id=o1><option id=o2></select><select id=s2><option id=o3><option id=o4 selected></select>\
     <select id=s3 multiple><option id=o5><option id=o6 selected=''><option id=o7 selected=selected></select>\
     <input id=i1 type=hidden><input id=i2 type=radio><input id=i3 type=HIDDEN><input id=i4 type=text></div>",
    &[
        ("p[align]", "a1 a2"),
        ("#a2[align]", "a2"),
        ("#a3[align], #a4[align]", ""),
        ("#root [TiTlE]", "t1 t2"),
        ("[ title ]", "t1 t2"),
        ("[data-味]", "u1"),
        ("ul[data-味=旨味]", "u1"),
        ("#s1 option[selected]", ""),
        ("#s2 option[selected]", "o4"),
        ("#s3 option[selected]", "o6 o7"),
        ("[align=\"center\"]", "a1"),
        ("[align=\"\"]", "a2"),
        ("[align='c']", ""),
        ("[align='centered']", ""),
        ("[data-dish=\"\\e9\"]", "e1"),
        ("[data-dish='\u{e9}']", "e1"),
        ("[data-dish\\_of=\"\\e9\"]", "e2"),
        ("#root input[type='hidden'],#root input[type='radio']", "i1 i2 i3"),
        ("#root input[type=\"hidden\"],#root input[type='radio']", "i1 i2 i3"),
        ("#root input[type=hidden], #root input[type=radio]", "i1 i2 i3"),
        ("input[type=hidden s]", "i1"),
        ("input[type=HIDDEN s]", "i3"),
        ("input[type=Text]", "i4"),
        ("[title=soup]", ""),
        ("[title=soup i]", "t1"),
        ("[title='SOUP' I]", "t1"),
        ("[|title=Soup]", "t1"),
        ("[*|title]", "t1 t2"),
        ("a[title][id]", "t1"),
        ("a[title][href]", ""),
        (":not([id])", "- - -"),
    ],
);

pub(crate) const LISTS: (&str, &[(&str, &str)]) = (
    "<!DOCTYPE html><div id=root><p id=w1 class='soup of day'></p><p id=w2 class=''></p>\
     <p id=w3 data-list='salt pepper'></p><p id=w4 data-list='\u{e9} x'></p>\
     <a id=r1 rel=bookmark></a><a id=r2 rel='nofollow bookmark'></a><a id=r3 rel='BOOKMARK'></a>\
     <a id=r4 rel='bookmarks'></a><a id=r5 rel='book mark'></a><a id=r6 rel=nofollow></a><i id=w5 title='旨味 甘味'></i>\
     <q id=l1></q><q id=l2 lang=fr></q><q id=l3 lang=en-AU></q><q id=l4 lang=es></q><q id=l5 lang=EN></q></div>",
    &[
        ("#root [class~=\"of\"]", "w1"),
        ("#root [class~=\"\"]", ""),
        ("[data-list~=\"sal\"]", ""),
        ("[data-list~='pepper']", "w3"),
        ("[data-list~=\"\\0000e9\"]", "w4"),
        ("a[rel~='bookmark'], a[rel~='nofollow']", "r1 r2 r3 r6"),
        ("a[rel~=\"bookmark\"],a[rel~='nofollow']", "r1 r2 r3 r6"),
        ("a[rel~=bookmark],    a[rel~=nofollow]", "r1 r2 r3 r6"),
        ("a[rel~=\"book mark\"]", ""),
        ("[title~=旨味]", "w5"),
        ("#l1[lang|=\"en\"]", ""),
        ("#l2[lang|=\"fr\"]", "l2"),
        ("#l3[lang|=\"en\"]", "l3"),
        ("q[lang|=en]", "l3 l5"),
        ("q[lang|=en s]", "l3"),
        ("#l4[lang|=\"es-AR\"]", ""),
        ("[lang|='']", ""),
    ],
);

pub(crate) const PARTS: (&str, &[(&str, &str)]) = (
    "<!DOCTYPE html><div id=root><a id=h1 href=http://www.soup.example/></a><a id=h2 href=http://soup.test/menu.org></a>\
     <a id=h3 href=http://www.broth.test/index.org></a><q id=l1 lang=de></q><q id=l2 lang=de-CH></q>\
     <q id=l3 lang=de-AT></q><p id=c1 class=' onion leek celery '></p><p id=c2 class='onionleek'></p></div>",
    &[
        ("a[href^=\"http://www\"]", "h1 h3"),
        ("[lang^=\"de-\"]", "l2 l3"),
        ("[class^=onion]", "c2"),
        ("[class^=' onion']", "c1"),
        ("[class^=\" onion\"]", "c1"),
        ("[class^= onion]", "c2"),
        ("a[href^='']", ""),
        ("a[href$=\".org\"]", "h2 h3"),
        ("[lang$=\"-CH\"]", "l2"),
        ("[lang$=\"-ch\"]", "l2"),
        ("[class$=celery]", ""),
        ("[class$='celery ']", "c1"),
        ("[class$=\"celery \"]", "c1"),
        ("[class$=celery ]", ""),
        ("a[href$='']", ""),
        ("a[href*=\"http://www\"]", "h1 h3"),
        ("a[href*=\".org\"]", "h2 h3"),
        ("a[href*=\".test/\"]", "h2 h3"),
        ("[lang*=\"e-\"]", "l2 l3"),
        ("[lang*=\"-C\"]", "l2"),
        ("[class*=' onion']", "c1"),
        ("[class*='celery ']", "c1"),
        ("[class*='ion leek cel']", "c1"),
        ("[class*=\"leek\"]", "c1 c2"),
        ("[class*= onion]", "c1 c2"),
        ("[class*=onion ]", "c1 c2"),
        ("[class*= leek ]", "c1 c2"),
        ("[class*='']", ""),
        ("[class*=LEEK]", ""),
        ("[class*=LEEK i]", "c1 c2"),
    ],
);
