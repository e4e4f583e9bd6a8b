package secrettest

import "strings"

// connections are strings that hold a password; %h is a host and %p a password.
var connections = []struct{ class, form string }{
	{"conn-postgres", "postgres://«l5»:%p@%h:5432/shop?sslmode=require"},
	{"conn-postgresql", "postgresql+asyncpg://svc_«l4»:%p@%h/books"},
	{"conn-mysql", "mysql://«l6»:%p@%h:3306/shop"},
	{"conn-mongodb", "mongodb+srv://«l6»:%p@cluster0.«n5».mongodb.net/prod?retryWrites=true"},
	{"conn-redis", "redis://:%p@%h:6379/0"},
	{"conn-amqp", "amqps://«l6»:%p@%h/jobs"},
	{"conn-jdbc", "jdbc:postgresql://%h:5432/shop?user=svc&password=%p"},
	{"conn-ado", "Server=tcp:«l6».database.windows.net,1433;Initial Catalog=shop;User ID=svc;Password=«A12»X9;Encrypt=True"},
	{"conn-odbc", "Driver={ODBC Driver 18};Server=%h;Uid=svc;Pwd=«A12»q7;"},
	{"conn-basic-http", "https://«l5»:%p@%h/artifactory/api/npm"},
	{"conn-git-https", "https://oauth2:«A24»@git.corp-«l4».net/team/shop.git"},
	{"conn-smtp", "smtps://mailer%40corp.net:%p@smtp.corp-«l4».net:465"},
	{"conn-clickhouse", "clickhouse://default:%p@%h:9000/logs"},
	{"conn-azure-sas", "https://«l8».blob.core.windows.net/backup?sv=2023-11-03&ss=b&srt=sco&sp=rwdl&se=2027-01-01T00:00:00Z&sig=%s"},
}

var connectionContexts = []struct{ name, lang, text string }{
	{"prose-en", "en", "From the bastion the report job goes to %v every hour"},
	{"prose-zh", "zh", "生产连接串：%v，不要改动"},
	{"backtick", "en", "Connection: `%v`"},
	{"fence-env", "en", "```env\nDATABASE_URL=%v\nPOOL=5\n```"},
	{"fence-yaml", "en", "```yaml\nservices:\n  dsn: \"%v\"\n```"},
	{"table", "en", "| stage | dsn |\n| --- | --- |\n| prod | %v |"},
	{"autolink", "en", "<%v>"},
	{"fm-value", "en", "dsn: \"%v\""},
}

func (w *writer) connections() {
	for i, c := range connections {
		for k := range 5 {
			in := connectionContexts[(i+k*3)%len(connectionContexts)]
			set := setting{in.lang, inBody, strings.Split(strings.Replace(in.text, "%v", marked(w.connection(c.form)), 1), "\n")}
			if in.name == "fm-value" {
				set.place = inFrontmatter
			}
			w.loud(c.class, in.name, set)
		}
	}
}

func (d drawing) connection(form string) string {
	form = strings.NewReplacer(
		"%h", one(d, strings.Fields("db cache mq pg mongo"))+"-"+d.pick('o', 1)+".corp-"+d.pick('l', 4)+".net",
		"%p", one(d, []string{alnumPassword(d), spokenPassword(d), d.pick('A', 1) + d.pick('w', 16) + d.pick('A', 1)}),
		"%s", strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(d.fill("«b64:32»")),
	).Replace(form)
	return d.fill(form)
}
